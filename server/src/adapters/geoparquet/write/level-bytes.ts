import { type Leaf, type Node, type Space, valueCount } from './columns.ts';
import { appendUint32, growingBytes, inherited, writtenBytes } from './growing.ts';
import { appendHybrid, bitsFor } from './hybrid.ts';

/** What is around the columns of a struct or the elements of a list: the level of each entry, as far as it is there. */
export type Around = {
  readonly levels: Uint8Array;
  readonly count: number;
  /** The level of entries in which members can be, and how many those are. */
  readonly present: number;
  readonly presentCount: number;
  /** The bytes of these levels, by their bits: many columns that are empty have the same. */
  readonly asTheyAre: Map<number, Buffer>;
  /** The bytes of the levels of a column that has a value wherever it can. */
  full: Buffer | null;
};

export const aroundRows = (count: number): Around => ({
  levels: new Uint8Array(count),
  count,
  present: 0,
  presentCount: count,
  asTheyAre: new Map(),
  full: null,
});

/** What a struct is for its members. */
export function within(node: Node, around: Around): Around {
  const { levels, space, definition } = node;
  if (levels.end === 0) return { ...around, present: definition, presentCount: 0, full: null };
  const all = resolved(node, around.levels);
  let presentCount = 0;
  for (let entry = 0; entry < space.count; entry++) if (all[entry] === definition) presentCount++;
  return { levels: all, count: space.count, present: definition, presentCount, asTheyAre: new Map(), full: null };
}

/** Its own levels, and those of what is around it where it is missing. */
export function resolved({ levels, space }: Node, around: Uint8Array): Uint8Array {
  if (levels.end === 0) return around;
  const all = new Uint8Array(space.count);
  for (let entry = 0; entry < levels.end; entry++) {
    const level = levels.levels[entry]!;
    all[entry] = level === inherited ? around[entry]! : level;
  }
  all.set(around.subarray(levels.end, space.count), levels.end);
  return all;
}

/** The bytes of the definition levels of a column. */
export function definitionBytes(leaf: Leaf, around: Around): Buffer {
  const values = valueCount(leaf);
  const bits = bitsFor(leaf.definition);
  if (values === 0) return emptyBytes(around, bits);
  if (values !== around.presentCount) return encoded(resolved(leaf, around.levels), around.count, bits);
  around.full ??= encoded(resolved(leaf, around.levels), around.count, bits);
  return around.full;
}

function emptyBytes({ asTheyAre, levels, count }: Around, bits: number): Buffer {
  const known = asTheyAre.get(bits);
  if (known !== undefined) return known;
  const made = encoded(levels, count, bits);
  asTheyAre.set(bits, made);
  return made;
}

/** The bytes of the repetition levels of all columns of a space; null where nothing repeats. */
export function repetitionBytes(space: Space): Buffer | null {
  if (space.depth === 0) return null;
  space.repetitionBytes ??= encoded(space.repetition.levels, space.count, bitsFor(space.depth));
  return space.repetitionBytes;
}

/** With their length before them, as data pages have them. */
export function encoded(levels: Uint8Array, count: number, bits: number): Buffer {
  const into = growingBytes();
  appendUint32(into, 0);
  appendHybrid(into, levels, count, bits);
  into.bytes.writeUInt32LE(into.length - 4, 0);
  return writtenBytes(into);
}
