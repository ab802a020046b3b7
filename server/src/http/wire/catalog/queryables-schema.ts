import type { Queryables } from '../../../catalog/describe-queryables.ts';
import { type PropertyStatistics, type PropertyType } from '../../../catalog/property-statistics.ts';
import { unsortable } from '../../../catalog/sort.ts';

type Schema = Readonly<Record<string, unknown>>;

const scalarTypes: ReadonlySet<PropertyType> = new Set(['string', 'timestamp', 'integer', 'number', 'boolean']);

/** Every item has these, or has them null. */
const dateTime: Schema = { type: 'string', format: 'date-time' };
const geometry: Schema = { $ref: 'https://geojson.org/schema/Geometry.json', format: 'geometry-any' };

/** What filters can name, as JSON Schema; names that no item has are allowed and match nothing. */
export const queryablesSchema = (queryables: Queryables, $id: string): Schema =>
  jsonSchema($id, 'Queryables', { ...ownMembers(queryables), geometry }, queryables, () => true);

/** What can be sorted by, in the same form: scalars alone have an order. */
export const sortablesSchema = (queryables: Queryables, $id: string): Schema =>
  jsonSchema(
    $id,
    'Sortables',
    ownMembers(queryables),
    queryables,
    ({ types }, name) => types.every((type) => scalarTypes.has(type)) && !unsortable.has(name),
  );

/**
 * What items have, for clients that make fields of it (OGC API Features, Part 5): without ranges and values, for items to
 * come may have others, and without what is no property.
 */
export const itemsSchema = (queryables: Queryables, $id: string): Schema =>
  jsonSchema($id, 'Items', membersWithRoles, queryables, () => true, typeSchema);

const membersWithRoles: Schema = {
  id: { type: 'string', 'x-ogc-role': 'id' },
  datetime: { ...dateTime, 'x-ogc-role': 'primary-instant' },
  geometry: { format: 'geometry-any', 'x-ogc-role': 'primary-geometry' },
};

function jsonSchema(
  $id: string,
  title: string,
  own: Schema,
  { properties }: Queryables,
  isWanted: (property: PropertyStatistics, name: string) => boolean,
  describe: (property: PropertyStatistics) => Schema = propertySchema,
): Schema {
  const known = [...properties].filter(([name, property]) => isWanted(property, name));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id,
    type: 'object',
    title,
    properties: { ...Object.fromEntries(known.map(([name, property]) => [name, describe(property)])), ...own },
    additionalProperties: true,
  };
}

const ownMembers = ({ collections }: Queryables): Schema => ({
  id: { type: 'string' },
  collection: { type: 'string', ...(collections !== null && collections.length > 0 ? { enum: collections } : {}) },
  datetime: dateTime,
});

/** Numbers get their range, texts their values where they are few. */
function propertySchema(property: PropertyStatistics): Schema {
  const { types, values, least, greatest } = property;
  return {
    ...typeSchema(property),
    ...(typeof least === 'number' && typeof greatest === 'number' ? { minimum: least, maximum: greatest } : {}),
    ...(values !== null && types.every((each) => each === 'string') ? { enum: values } : {}),
  };
}

function typeSchema({ types }: PropertyStatistics): Schema {
  const [type, ...others] = jsonTypes(types);
  return {
    type: others.length === 0 ? type : [type, ...others],
    ...(types.every((each) => each === 'timestamp') ? { format: 'date-time' } : {}),
  };
}

/** A whole number is a number too. */
function jsonTypes(types: readonly PropertyType[]): readonly string[] {
  const names = new Set<string>(types.map((type) => (type === 'timestamp' ? 'string' : type)));
  if (names.has('number')) names.delete('integer');
  return [...names];
}
