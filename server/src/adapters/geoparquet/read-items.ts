import { type Json, type JsonMembers, isMembers, mergeOver, parsed, setMember } from './json.ts';
import { itemMembers } from '../../catalog/item-members.ts';
import { outlineName, ownKey, restColumn, stacKey } from './names.ts';
import { type Assembler, createAssembler } from './read/assemble.ts';
import { prepareCodecs } from './read/codecs.ts';
import { openColumn } from './read/column.ts';
import { geoColumns, requireDegrees } from './read/require-degrees.ts';
import { type Footer, type RandomFile, readFooter } from './read/footer.ts';
import { type Meaning, meaningOf } from './read/meaning.ts';
import { refuseDamaged } from './read/refuse.ts';
import { type LeafNode, type Schema, readSchema } from './read/schema.ts';
import { EndOfBytes } from './read/thrift.ts';
import { PlatformError } from '../../shared/errors.ts';

/** Where an item stands in a file. */
export type RowPlace = { readonly group: number; readonly row: number };
/** `problem`: what of it could not be read; the rest is in the item. */
export type ReadRow = RowPlace & { readonly item: JsonMembers; readonly problem: string | null };

/** A file of items. */
export type ItemFile = {
  readonly rows: number;
  /** Documents of collections, by their ids, where the file has some. */
  readonly collections: ReadonlyMap<string, Json>;
  readonly read: (from: RowPlace) => AsyncGenerator<ReadRow>;
};

/** What a file says to give items back as they were written. */
type Own = { readonly isOwn: boolean; readonly digits: ReadonlyMap<string, number> };

/** Opens a stac-geoparquet file; refuses what is none. */
export function openItemFile(file: RandomFile): ItemFile {
  const footer = guarded(() => readFooter(file));
  const schema = readSchema(footer.elements);
  for (const name of ['id', 'geometry'])
    if (!schema.children.some((child) => child.name === name)) {
      const found = schema.children.slice(0, 8).map((child) => child.name);
      throw new PlatformError(
        'invalid_parameters',
        `the Parquet file is no stac-geoparquet: it has no column ${name} (but ${found.join(', ')})`,
      );
    }
  requireDegrees(schema, footer.metadata);
  const own = readOwn(footer);
  const geometries = geometryColumns(footer);
  const meanings = schema.leaves.map((leaf) => meaningFor(leaf, geometries, own));

  async function* read(from: RowPlace): AsyncGenerator<ReadRow> {
    for (let group = from.group; group < footer.groups; group++) {
      const rows = await openGroup(file, footer, schema, meanings, group);
      for (let row = 0; row < rows.count; row++) {
        const { item, problem } = guarded(() => readRow(schema, rows.assembler, own));
        if (group > from.group || row >= from.row) yield { group, row, item, problem };
      }
    }
  }
  return { rows: footer.rows, collections: collectionsOf(footer), read };
}

async function openGroup(
  file: RandomFile,
  footer: Footer,
  schema: Schema,
  meanings: readonly Meaning[],
  group: number,
) {
  const { rows, columns } = guarded(() => footer.group(group));
  if (columns.length !== schema.leaves.length)
    throw refuseDamaged(`row group ${group} has ${columns.length} columns, not ${schema.leaves.length}`);
  if (rows > footer.rows) throw refuseDamaged(`row group ${group} has more rows than the file`);
  await prepareCodecs(new Set(columns.map(({ codec }) => codec)));
  const ledger = { bytes: 0 };
  const opened = guarded(() =>
    schema.leaves.map((leaf, index) =>
      openColumn(leaf, columns[index]!, { file, dataEnd: footer.dataEnd, ledger, meaning: meanings[index]! }),
    ),
  );
  return { count: rows, assembler: createAssembler(opened) };
}

function readRow(schema: Schema, assembler: Assembler, { isOwn }: Own): Pick<ReadRow, 'item' | 'problem'> {
  const item: JsonMembers = { type: 'Feature' };
  const properties: JsonMembers = {};
  let rest: Json | undefined;
  for (const node of schema.children) {
    const value = assembler.read(node);
    if (value === undefined) continue;
    if (isOwn && node.name === restColumn) rest = parseRest(value);
    else if (node.name === 'bbox') item['bbox'] = boxOf(value);
    else if (itemMembers.has(node.name)) item[node.name] = value;
    else if (node.name === 'properties' && isMembers(value)) setMembers(properties, value);
    else setMember(properties, node.name, value);
  }
  const problem = assembler.endRow();
  item['properties'] = properties;
  if (rest !== undefined) return { item: mergeOver(item, rest) as JsonMembers, problem };
  return { item: isOwn ? item : withRequired(item, properties), problem };
}

/** Some writers leave properties together, as they are in JSON. */
function setMembers(of: JsonMembers, members: { readonly [name: string]: Json }): void {
  for (const name of Object.keys(members)) setMember(of, name, members[name]!);
}

/** What STAC asks for, where another writer left it out because there was nothing in it. */
function withRequired(item: JsonMembers, properties: JsonMembers): JsonMembers {
  item['geometry'] ??= null;
  item['links'] ??= [];
  item['assets'] ??= {};
  properties['datetime'] ??= null;
  return item;
}

const sides = ['xmin', 'ymin', 'zmin', 'xmax', 'ymax', 'zmax'];

/** Of a struct with the names of its sides, with heights or without. */
const boxOf = (value: Json): Json =>
  isMembers(value) ? sides.filter((side) => Object.hasOwn(value, side)).map((side) => value[side]!) : value;

function parseRest(value: Json): Json {
  const rest = typeof value === 'string' ? parsed(value) : undefined;
  if (rest === undefined) throw refuseDamaged(`${restColumn} has JSON that is none`);
  return rest;
}

/** Columns with well-known binary, by the file's metadata; `proj:geometry` is one wherever it has bytes. */
const geometryColumns = ({ metadata }: Footer): ReadonlySet<string> =>
  new Set(['geometry', ...Object.keys(geoColumns(metadata))]);

function meaningFor(leaf: LeafNode, geometries: ReadonlySet<string>, { digits }: Own): Meaning {
  const isText = leaf.element.converted === 0 || leaf.element.logical?.id === 1;
  const isGeometry = !isText && (geometries.has(leaf.path) || leaf.name === outlineName);
  return meaningOf(leaf, { digits: digits.get(leaf.path) ?? null, isGeometry });
}

function readOwn({ metadata }: Footer): Own {
  const own = parsed(metadata.get(ownKey));
  if (!isMembers(own) || own['version'] !== 1) return { isOwn: false, digits: new Map() };
  const digits = isMembers(own['digits']) ? Object.entries(own['digits']) : [];
  return { isOwn: true, digits: new Map(digits.filter(isCount)) };
}

const isCount = (entry: readonly [string, Json]): entry is [string, number] =>
  Number.isInteger(entry[1]) && Number(entry[1]) >= 0 && Number(entry[1]) <= 9;

/** As the format has them: all by their ids, or the only one. */
function collectionsOf({ metadata }: Footer): ReadonlyMap<string, Json> {
  const stac = parsed(metadata.get(stacKey));
  const found = new Map<string, Json>();
  if (!isMembers(stac)) return found;
  const all = stac['collections'];
  if (isMembers(all)) for (const [id, collection] of Object.entries(all)) found.set(id, collection);
  const only = stac['collection'];
  if (isMembers(only) && typeof only['id'] === 'string') found.set(only['id'], only);
  return found;
}

/** Whatever reads beyond what is there says that the file is damaged. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof EndOfBytes) throw refuseDamaged('it ends too early');
    throw error;
  }
}
