import { type LevelBytes, type Output, writeChunk } from './column-chunk.ts';
import { type KeptLevels, type Leaf, type List, type Node, type Struct, clearNode, fillMissing } from './columns.ts';
import { growingBytes, inherited, reserve } from './growing.ts';
import { bitsFor } from './hybrid.ts';
import { type Around, aroundRows, definitionBytes, encoded, repetitionBytes, within } from './level-bytes.ts';
import { compressSnappy, snappyBound } from './snappy.ts';
import { uncompressSnappy } from '../read/snappy.ts';

/** Writes all columns as they are now, and empties them. */
export function writeRowGroup(output: Output, root: Struct, group: number): void {
  const rows = aroundRows(root.space.count);
  for (const child of root.children.values()) writeNode(output, child, group, rows);
  for (const child of root.children.values()) clearNode(child);
  root.space.count = 0;
}

function writeNode(output: Output, node: Node, group: number, around: Around): void {
  if (node.kind === 'leaf') {
    const repetition = repetitionBytes(node.space);
    return writeChunk(output, node, group, {
      count: around.count,
      definition: definitionBytes(node, around),
      repetition,
    });
  }
  const inside = within(node, around);
  if (node.kind === 'list') return writeElements(output, node, group, inside);
  node.kept[group] = kept(inside, node.space.depth === 0 ? null : node.space.repetition.levels);
  for (const child of node.children.values()) writeNode(output, child, group, inside);
}

function writeElements(output: Output, list: List, group: number, { levels: definition }: Around): void {
  if (list.element === null) return;
  fillMissing(list, list.space.count);
  const { count, base, outer } = list.inner;
  const levels = new Uint8Array(count);
  const present = list.definition + 1;
  let presentCount = 0;
  for (let entry = 0; entry < count; entry++) {
    const level = base.levels[entry]!;
    if (level === present) presentCount++;
    levels[entry] = level === inherited ? definition[outer.values[entry]!]! : level;
  }
  writeNode(output, list.element, group, { levels, count, present, presentCount, asTheyAre: new Map(), full: null });
}

function kept({ count, levels }: Around, repetition: Uint8Array | null): KeptLevels {
  return {
    count,
    definition: packed(levels, count),
    repetition: repetition === null ? null : packed(repetition, count),
  };
}

const room = growingBytes();

function packed(levels: Uint8Array, count: number): string {
  const source = Buffer.from(levels.buffer, levels.byteOffset, count);
  const target = reserve(room, snappyBound(count));
  return target.toString('latin1', 0, compressSnappy(source, count, target, 0));
}

/** Gives a column that appeared late its empty chunks for the row groups before. */
export function writeMissingChunks(output: Output, leaf: Leaf, rowsOf: readonly number[]): void {
  const known = new Set(leaf.chunks.map(({ group }) => group));
  rowsOf.forEach((rows, group) => {
    if (known.has(group)) return;
    writeChunk(output, leaf, group, levelsAround(leaf, group, rows));
  });
  leaf.chunks.sort((one, other) => one.group - other.group);
}

/** Of the nearest struct around it that was there already. */
function levelsAround(leaf: Leaf, group: number, rows: number): LevelBytes {
  for (let above = leaf.parent; above !== null; above = above.parent) {
    const found = above.kind === 'struct' ? above.kept[group] : undefined;
    if (found !== undefined) return emptyLevels(leaf, found.count, found);
  }
  return emptyLevels(leaf, rows, null);
}

/** A column in a list has levels of repetition even where nothing repeats. */
function emptyLevels({ definition, space }: Leaf, count: number, found: KeptLevels | null): LevelBytes {
  const open = (packedLevels: string | null | undefined) =>
    packedLevels ? uncompressSnappy(Buffer.from(packedLevels, 'latin1'), count) : new Uint8Array(count);
  return {
    count,
    definition: encoded(open(found?.definition), count, bitsFor(definition)),
    repetition: space.depth === 0 ? null : encoded(open(found?.repetition), count, bitsFor(space.depth)),
  };
}
