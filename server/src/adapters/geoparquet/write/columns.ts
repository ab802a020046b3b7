import { type ByteValues, byteValues, cutValues } from './byte-values.ts';
import {
  type GrowingNumbers,
  type Levels,
  appendInteger,
  cutLevels,
  growingDoubles,
  growingIntegers,
  inherited,
  newLevels,
  setLevel,
} from './growing.ts';
import { type TextValues, clearTexts, cutTexts, textCount, textValues } from './text-values.ts';
import { type ViewedBytes, viewedText } from './viewed-bytes.ts';

/** Where the columns of one depth of repetition have their entries: the rows, or the elements of a list. */
export type Space = {
  /** How deep in lists it is. */
  readonly depth: number;
  count: number;
  /** Of each entry, the depth at which it repeats; all zero for rows. */
  readonly repetition: Levels;
  /** Of each entry, the definition level of what is around it; `inherited` where the list itself is missing. */
  readonly base: Levels;
  /** Of each entry, the entry around it. */
  readonly outer: GrowingNumbers<Int32Array>;
  /** Of the repetition levels, once they are all there. */
  repetitionBytes: Buffer | null;
};

export type LeafType = 'text' | 'double' | 'integer' | 'time' | 'boolean' | 'binary';

/** What the footer says of a column in a row group. */
export type Chunk = {
  readonly group: number;
  readonly dictionaryOffset: number;
  readonly dataOffset: number;
  readonly entries: number;
  readonly rawBytes: number;
  readonly storedBytes: number;
  readonly nulls: number;
  readonly range: readonly [number, number] | null;
};

type Common = {
  readonly name: string;
  readonly parent: Struct | List | null;
  readonly space: Space;
  /** The level at which it is there. */
  readonly definition: number;
  readonly levels: Levels;
  /** Its name as JSON has it. */
  readonly key: ViewedBytes;
  /** What came after it the last time. */
  follower: Node | null;
};
export type Leaf = Common & {
  readonly kind: 'leaf';
  readonly type: LeafType;
  readonly texts: TextValues;
  readonly numbers: GrowingNumbers<Float64Array>;
  readonly blobs: ByteValues;
  readonly chunks: Chunk[];
  /** Of times: how many digits their seconds are written with, by the first one. */
  digits: number;
};
export type Struct = Common & {
  readonly kind: 'struct';
  readonly children: Map<string, Node>;
  /** The member that came first the last time. */
  first: Node | null;
  /** Of each row group, the levels of this one, for columns below it that appear later. */
  readonly kept: (KeptLevels | undefined)[];
  isLive: boolean;
};
export type List = Common & {
  readonly kind: 'list';
  readonly inner: Space;
  element: Node | null;
  /** How many entries of the space around it have theirs in the inner one. */
  filled: number;
  isLive: boolean;
};
export type Node = Leaf | Struct | List;
/** Compressed, a character a byte: a small buffer would keep the pool that it is a part of, some ten times its size. */
export type KeptLevels = { readonly count: number; readonly definition: string; readonly repetition: string | null };

export const newSpace = (depth: number): Space => ({
  depth,
  count: 0,
  repetition: newLevels(),
  base: newLevels(),
  outer: growingIntegers(),
  repetitionBytes: null,
});

type Place = { readonly name: string; readonly parent: Struct | List | null; readonly space: Space };

function common({ name, parent, space }: Place): Common {
  // A list has a level for being there and one for having elements.
  const around = parent === null ? 0 : parent.definition + (parent.kind === 'list' ? 1 : 0);
  return {
    name,
    parent,
    space,
    definition: around + 1,
    levels: newLevels(),
    key: viewedText(JSON.stringify(name)),
    follower: null,
  };
}

export function newLeaf(place: Place, type: LeafType): Leaf {
  for (let above = place.parent; above !== null && !above.isLive; above = above.parent) above.isLive = true;
  return {
    kind: 'leaf',
    ...common(place),
    type,
    texts: textValues(),
    numbers: growingDoubles(),
    blobs: byteValues(),
    chunks: [],
    digits: -1,
  };
}

export const newStruct = (place: Place): Struct => ({
  kind: 'struct',
  ...common(place),
  children: new Map(),
  first: null,
  kept: [],
  isLive: false,
});

export const newList = (place: Place): List => ({
  kind: 'list',
  ...common(place),
  inner: newSpace(place.space.depth + 1),
  element: null,
  filled: 0,
  isLive: false,
});

/** The first entry for a list around which `outer` is: its first element, or one that says why there are none. */
export function addFirst(list: List, outer: number, base: number): number {
  const { inner, space } = list;
  const entry = inner.count++;
  setLevel(inner.repetition, entry, space.depth === 0 ? 0 : space.repetition.levels[outer]!);
  setLevel(inner.base, entry, base);
  appendInteger(inner.outer, outer);
  return entry;
}

/** An entry for a further element. */
export function addFurther({ inner, definition }: List, outer: number): number {
  const entry = inner.count++;
  setLevel(inner.repetition, entry, inner.depth);
  setLevel(inner.base, entry, definition + 1);
  appendInteger(inner.outer, outer);
  return entry;
}

/** Entries for the lists that are missing, up to the entry `until` of what is around. */
export function fillMissing(list: List, until: number): void {
  for (; list.filled < until; list.filled++) addFirst(list, list.filled, inherited);
}

/** Forgets what was written from an entry on. */
function cutNode(node: Node, entry: number): void {
  if (node.kind === 'leaf') cutLeaf(node, entry);
  if (node.kind === 'struct') for (const child of node.children.values()) cutNode(child, entry);
  if (node.kind === 'list' && node.filled > entry) {
    const { outer } = node.inner;
    let count = node.inner.count;
    while (count > 0 && outer.values[count - 1]! >= entry) count--;
    node.filled = entry;
    cutSpace(node, count);
  }
  cutLevels(node.levels, entry);
}

export function cutSpace({ inner, element }: List, count: number): void {
  if (element !== null) cutNode(element, count);
  inner.count = count;
  inner.outer.length = count;
  cutLevels(inner.repetition, count);
  cutLevels(inner.base, count);
}

function cutLeaf(leaf: Leaf, entry: number): void {
  let dropped = 0;
  for (let at = entry; at < leaf.levels.end; at++) if (leaf.levels.levels[at] === leaf.definition) dropped++;
  if (dropped === 0) return;
  if (leaf.type === 'text') cutTexts(leaf.texts, textCount(leaf.texts) - dropped);
  else if (leaf.type === 'binary') cutValues(leaf.blobs, leaf.blobs.ends.length - dropped);
  else leaf.numbers.length -= dropped;
}

/** How many values a column has. */
export function valueCount({ type, texts, blobs, numbers }: Leaf): number {
  if (type === 'text') return textCount(texts);
  return type === 'binary' ? blobs.ends.length : numbers.length;
}

/** Ready for the next row group. */
export function clearNode(node: Node): void {
  cutLevels(node.levels, 0);
  if (node.kind === 'leaf') {
    clearTexts(node.texts);
    cutValues(node.blobs, 0);
    node.numbers.length = 0;
  } else if (node.kind === 'struct') for (const child of node.children.values()) clearNode(child);
  else {
    node.filled = 0;
    if (node.element !== null) clearNode(node.element);
    const { inner } = node;
    [inner.count, inner.outer.length, inner.repetitionBytes] = [0, 0, null];
    cutLevels(inner.repetition, 0);
    cutLevels(inner.base, 0);
  }
}
