import { compareCodePoints } from '../catalog/evaluate/scalars.ts';
import { type Fields, projectFields } from '../catalog/fields.ts';
import type { PropertyType } from '../catalog/property-statistics.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import type { ColumnType } from '../geometry/feature-layers.ts';
import { memberReader } from '../shared/read-member.ts';

/** What is known of a property before the items are read. */
export type KnownProperty = {
  readonly name: string;
  readonly types: ReadonlySet<PropertyType>;
  /** About how many items have it. */
  readonly count: number;
};

export type ItemColumn = {
  readonly name: string;
  readonly type: ColumnType;
  /** Undefined and null where the item has none. */
  readonly read: (item: JsonObject) => unknown;
};

/** How items become rows. */
export type Layout = {
  readonly columns: readonly ItemColumn[];
  readonly hasGeometry: boolean;
  /** The whole item as JSON, which alone brings it in again as it was. */
  readonly hasItem: boolean;
};

/** The column that holds the whole item. */
export const itemColumn = 'stac_item';
/** The name under which readers look for a geometry. */
export const wktColumn = 'WKT';

/** SQLite takes 2,000 and spreadsheets 16,000; what has no column is in the item. */
const mostProperties = 1_000;
const longestName = 128;

/** Those that say when come first. */
const firstOnes = ['datetime', 'start_datetime', 'end_datetime'];

/** Columns for the properties that are known, most items' first where they are too many, as far as `fields` wants them. */
export function layOut(known: readonly KnownProperty[], fields: Fields | null): Layout {
  const isWanted = wantedBy(fields);
  const properties = known
    .filter(({ name }) => isColumnName(name) && isWanted(`properties.${name}`))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || b.count - a.count || compareCodePoints(a.name, b.name))
    .slice(0, mostProperties)
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || compareCodePoints(a.name, b.name));
  const taken = new Set(ownNames);
  const columns = [
    ...[columnOf('id'), columnOf('collection')].filter(({ name }) => isWanted(name)),
    ...properties.map((property) => propertyColumn(property, taken)),
    ...(isWanted('assets') ? [assetsColumn] : []),
    ...(isWanted('bbox') ? edgeColumns : []),
  ];
  return { columns, hasGeometry: isWanted('geometry'), hasItem: fields === null };
}

const ownNames = ['fid', 'geom', 'id', 'collection', 'assets', 'west', 'south', 'east', 'north', 'wkt', itemColumn];

function rankOf(name: string): number {
  const place = firstOnes.indexOf(name);
  return place < 0 ? firstOnes.length : place;
}

// oxlint-disable-next-line no-control-regex -- no reader of tables copes with these in a name
const isColumnName = (name: string): boolean => name.length <= longestName && /^[^\u0000-\u001f\u007f]+$/.test(name);

function wantedBy(fields: Fields | null): (path: string) => boolean {
  if (fields === null) return () => true;
  return (path) =>
    fields.include.some((name) => name.startsWith(`${path}.`)) ||
    hasPath(projectFields(exampleOf(path.split('.')), fields), path.split('.'));
}

/** An item that has this path alone. */
const exampleOf = (steps: readonly string[]): JsonObject => {
  const [first, ...rest] = steps;
  const property = rest.join('.');
  return { [first!]: rest.length === 0 ? 1 : { [property]: 1 } };
};

function hasPath(document: JsonObject, [first, ...rest]: readonly string[]): boolean {
  const member = document[first!];
  return rest.length === 0 ? member !== undefined : isObject(member) && Object.hasOwn(member, rest.join('.'));
}

const columnOf = (name: string): ItemColumn => ({ name, type: 'text', read: (item) => item[name] });

function propertyColumn({ name, types }: KnownProperty, taken: Set<string>): ItemColumn {
  const readOwn = memberReader(name);
  const read = ({ properties }: JsonObject) => (isObject(properties) ? readOwn(properties) : undefined);
  return { name: freeName(name, taken), type: typeOf(types), read };
}

/** A name like this is one that readers of CSV take for a value, and the header with it for a row. */
const isNumber = (name: string): boolean => /^[\d.]+(?:e[-+]?\d+)?$/i.test(name);

/** Readers of tables know no case. */
function freeName(name: string, taken: Set<string>): string {
  const base = isNumber(name) || taken.has(name.toLowerCase()) ? `properties.${name}` : name;
  let free = base;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${base}_${number}`;
  taken.add(free.toLowerCase());
  return free;
}

function typeOf(types: ReadonlySet<PropertyType>): ColumnType {
  const isOf = (...allowed: readonly PropertyType[]) =>
    types.size > 0 && [...types].every((type) => allowed.includes(type));
  if (isOf('integer')) return 'integer';
  if (isOf('integer', 'number')) return 'real';
  if (isOf('boolean')) return 'boolean';
  return isOf('timestamp') ? 'datetime' : 'text';
}

/** Where each asset lies, by its key. */
const assetsColumn: ItemColumn = {
  name: 'assets',
  type: 'text',
  read: ({ assets }) => {
    if (!isObject(assets)) return null;
    const hrefs = Object.entries(assets).map(([key, asset]) => [key, isObject(asset) ? asset['href'] : undefined]);
    return Object.fromEntries(hrefs) as JsonObject;
  },
};

const edgeColumns: readonly ItemColumn[] = ['west', 'south', 'east', 'north'].map((name, edge) => ({
  name,
  type: 'real',
  read: ({ bbox }) => {
    if (!Array.isArray(bbox)) return null;
    // Six numbers have heights between the corners.
    return (bbox.length === 6 && edge > 1 ? bbox[edge + 1] : bbox[edge]) as unknown;
  },
}));
