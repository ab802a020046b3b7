import type { Queryables } from '../../../catalog/describe-queryables.ts';
import { type PropertyStatistics, type PropertyType } from '../../../catalog/property-statistics.ts';

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
  jsonSchema($id, 'Sortables', ownMembers(queryables), queryables, ({ types }) =>
    types.every((type) => scalarTypes.has(type)),
  );

function jsonSchema(
  $id: string,
  title: string,
  own: Schema,
  { properties }: Queryables,
  isWanted: (property: PropertyStatistics) => boolean,
): Schema {
  const known = [...properties].filter(([, property]) => isWanted(property));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id,
    type: 'object',
    title,
    properties: { ...Object.fromEntries(known.map(([name, property]) => [name, propertySchema(property)])), ...own },
    additionalProperties: true,
  };
}

const ownMembers = ({ collections }: Queryables): Schema => ({
  id: { type: 'string' },
  collection: { type: 'string', ...(collections !== null && collections.length > 0 ? { enum: collections } : {}) },
  datetime: dateTime,
});

/** Numbers get their range, texts their values where they are few. */
function propertySchema({ types, values, least, greatest }: PropertyStatistics): Schema {
  const [type, ...others] = jsonTypes(types);
  return {
    type: others.length === 0 ? type : [type, ...others],
    ...(types.every((each) => each === 'timestamp') ? { format: 'date-time' } : {}),
    ...(typeof least === 'number' && typeof greatest === 'number' ? { minimum: least, maximum: greatest } : {}),
    ...(values !== null && types.every((each) => each === 'string') ? { enum: values } : {}),
  };
}

/** A whole number is a number too. */
function jsonTypes(types: readonly PropertyType[]): readonly string[] {
  const names = new Set<string>(types.map((type) => (type === 'timestamp' ? 'string' : type)));
  if (names.has('number')) names.delete('integer');
  return [...names];
}
