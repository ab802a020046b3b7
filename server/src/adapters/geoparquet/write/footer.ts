import type { Chunk, Leaf, LeafType, List, Node, Struct } from './columns.ts';
import { type ThriftValue, binary, bool, encodeThrift, int16, int32, int64, list, struct, text } from './thrift.ts';

const optional = 1;
const repeated = 2;
const listConverted = 3;
const snappy = 1;

const physical: Readonly<Record<LeafType, number>> = {
  boolean: 0,
  integer: 2,
  time: 2,
  double: 5,
  text: 6,
  binary: 6,
};

const converted: Readonly<Partial<Record<LeafType, number>>> = { text: 0, time: 10 };

const logical: Readonly<Partial<Record<LeafType, ThriftValue>>> = {
  text: struct([1, struct()]),
  time: struct([8, struct([1, bool(true)], [2, struct([2, struct()])])]),
};

export type FileFacts = {
  readonly root: Struct;
  /** The rows of each row group. */
  readonly rowsOf: readonly number[];
  readonly metadata: readonly (readonly [string, string])[];
};

/** The end of a Parquet file: what its columns are and where they lie. */
export function encodeFooter({ root, rowsOf, metadata }: FileFacts): Buffer {
  const leaves = leavesOf(root);
  const schema = [
    struct([4, text(root.name)], [5, int32(liveChildren(root).length)]),
    ...liveChildren(root).flatMap((child) => elementsOf(child, child.name)),
  ];
  const footer = encodeThrift(
    [1, int32(2)],
    [2, list(schema)],
    [3, int64(rowsOf.reduce((sum, rows) => sum + rows, 0))],
    [4, list(rowsOf.map((rows, group) => rowGroupOf(leaves, rows, group)))],
    [5, list(metadata.map(([key, value]) => struct([1, text(key)], [2, text(value)])))],
    [6, text('swath')],
    [7, list(leaves.map(() => struct([1, struct()])))],
  );
  const end = Buffer.alloc(8);
  end.writeUInt32LE(footer.length, 0);
  end.write('PAR1', 4);
  return Buffer.concat([footer, end]);
}

/** Structs and lists without a column below them are not in the file. */
const isLive = (node: Node): boolean => node.kind === 'leaf' || node.isLive;
const liveChildren = ({ children }: Struct): readonly Node[] => [...children.values()].filter(isLive);

/** In the order of the schema. */
export function leavesOf(node: Node): readonly Leaf[] {
  if (node.kind === 'leaf') return [node];
  if (node.kind === 'list') return node.element === null ? [] : leavesOf(node.element);
  return liveChildren(node).flatMap(leavesOf);
}

function elementsOf(node: Node, name: string): readonly ThriftValue[] {
  if (node.kind === 'leaf') return [leafElement(node, name)];
  if (node.kind === 'list') return listElements(node, name);
  const children = liveChildren(node);
  const head = struct([3, int32(optional)], [4, text(name)], [5, int32(children.length)]);
  return [head, ...children.flatMap((child) => elementsOf(child, child.name))];
}

const leafElement = ({ type }: Leaf, name: string): ThriftValue => {
  const kind = converted[type];
  return struct(
    [1, int32(physical[type])],
    [3, int32(optional)],
    [4, text(name)],
    [6, kind === undefined ? undefined : int32(kind)],
    [10, logical[type]],
  );
};

function listElements({ element }: List, name: string): readonly ThriftValue[] {
  return [
    struct(
      [3, int32(optional)],
      [4, text(name)],
      [5, int32(1)],
      [6, int32(listConverted)],
      [10, struct([3, struct()])],
    ),
    struct([3, int32(repeated)], [4, text('list')], [5, int32(1)]),
    ...elementsOf(element!, 'element'),
  ];
}

function rowGroupOf(leaves: readonly Leaf[], rows: number, group: number): ThriftValue {
  const chunks = leaves.map(({ chunks: all }) => all[group]!);
  const sum = (of: (chunk: Chunk) => number) => chunks.reduce((total, chunk) => total + of(chunk), 0);
  // As bytes at once: a file of many columns and row groups has millions of such values.
  const value = encodeThrift(
    [1, list(leaves.map((leaf, index) => columnOf(leaf, chunks[index]!)))],
    [2, int64(sum(({ rawBytes }) => rawBytes))],
    [3, int64(rows)],
    [6, int64(sum(({ storedBytes }) => storedBytes))],
    // The format has 16 bits for it.
    [7, group < 32_768 ? int16(group) : undefined],
  );
  return { kind: 'written', value };
}

function columnOf(leaf: Leaf, chunk: Chunk): ThriftValue {
  const { dictionaryOffset, dataOffset, entries, rawBytes, storedBytes } = chunk;
  const hasDictionary = dictionaryOffset !== -1;
  const metadata = struct(
    [1, int32(physical[leaf.type])],
    [2, list((hasDictionary ? [0, 3, 8] : [0, 3]).map(int32))],
    [3, list(pathOf(leaf).map(text))],
    [4, int32(snappy)],
    [5, int64(entries)],
    [6, int64(rawBytes)],
    [7, int64(storedBytes)],
    [9, int64(dataOffset)],
    [11, hasDictionary ? int64(dictionaryOffset) : undefined],
    [12, statisticsOf(leaf, chunk)],
  );
  return struct([2, int64(0)], [3, metadata]);
}

function pathOf(leaf: Leaf): readonly string[] {
  const path: string[] = [];
  for (let node: Node = leaf; node.parent !== null; node = node.parent)
    path.unshift(...(node.parent.kind === 'list' ? ['list', 'element'] : [node.name]));
  return path;
}

function statisticsOf({ type }: Leaf, { nulls, range }: Chunk): ThriftValue {
  const [least, greatest] = range ?? [];
  const bytes = (value: number | undefined) => (value === undefined ? undefined : binary(bytesOf(type, value)));
  return struct([3, int64(nulls)], [5, bytes(greatest)], [6, bytes(least)]);
}

function bytesOf(type: LeafType, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  if (type === 'double') bytes.writeDoubleLE(value);
  else bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}
