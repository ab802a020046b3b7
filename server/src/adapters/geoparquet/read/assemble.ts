import { type Json, type JsonMembers, setMember } from '../json.ts';
import type { Column } from './column.ts';
import { BadValue, refuseDamaged, refuseSize } from './refuse.ts';
import type { LeafNode, ListNode, MapNode, SchemaNode, StructNode } from './schema.ts';

const mostElements = 4_000_000;
const mostTextLength = 64 * 1_024 * 1_024;

/** Puts rows together from the entries of their columns. */
export type Assembler = {
  /** The next row's value of a top-level column; undefined for null. */
  readonly read: (node: SchemaNode) => Json | undefined;
  /** Between rows: no column may be in the middle of one. Tells what could not be read of this one; null where all was. */
  readonly endRow: () => string | null;
};

export function createAssembler(columns: readonly Column[]): Assembler {
  let elements = 0;
  let textLength = 0;
  let problem: string | null = null;

  function read(node: SchemaNode): Json | undefined {
    switch (node.kind) {
      case 'leaf':
        return readLeaf(node);
      case 'struct':
        return readStruct(node);
      case 'list':
        return readList(node);
      case 'map':
        return readMap(node);
    }
  }

  function readLeaf({ first, path }: LeafNode): Json | undefined {
    const value = columns[first]!.take();
    if (value instanceof BadValue) {
      problem ??= `'${path}' has ${value.message}`;
      return undefined;
    }
    // A word of a dictionary may be given so often that a row is larger than its file.
    if (typeof value === 'string' && (textLength += value.length) > mostTextLength)
      throw refuseSize(`a row has more than ${mostTextLength} characters`);
    return value;
  }

  function readStruct(node: StructNode): JsonMembers | undefined {
    if (columns[node.first]!.definition < node.definition) return skip(node);
    const members: JsonMembers = {};
    for (const child of node.children) {
      const value = read(child);
      if (value !== undefined) setMember(members, child.name, value);
    }
    return members;
  }

  function readList(node: ListNode): readonly Json[] | undefined {
    const first = columns[node.first]!;
    if (first.definition < node.definition) return skip(node.element);
    const list: Json[] = [];
    if (first.definition === node.definition) {
      skip(node.element);
      return list;
    }
    do {
      countElement();
      list.push(read(node.element) ?? null);
    } while (first.repetition === node.repetition);
    return list;
  }

  function readMap(node: MapNode): JsonMembers | undefined {
    const first = columns[node.first]!;
    const isThere = first.definition >= node.definition;
    const members: JsonMembers = {};
    if (first.definition <= node.definition) {
      skip(node.key);
      if (node.value !== null) skip(node.value);
      return isThere ? members : undefined;
    }
    do {
      countElement();
      const key = read(node.key);
      const value = node.value === null ? undefined : read(node.value);
      if (typeof key === 'string' && value !== undefined) setMember(members, key, value);
    } while (first.repetition === node.repetition);
    return members;
  }

  function countElement(): void {
    if (++elements > mostElements) throw refuseSize(`a row has more than ${mostElements} elements in lists`);
  }

  /** Passes over an entry of each column below. */
  function skip(node: SchemaNode): undefined {
    if (node.kind === 'leaf') columns[node.first]!.take();
    else if (node.kind === 'struct') for (const child of node.children) skip(child);
    else if (node.kind === 'list') skip(node.element);
    else {
      skip(node.key);
      if (node.value !== null) skip(node.value);
    }
  }

  function endRow(): string | null {
    const found = problem;
    [elements, textLength, problem] = [0, 0, null];
    for (const column of columns)
      if (column.repetition !== 0) throw refuseDamaged(`${column.leaf.path} has more values than its row`);
    return found;
  }

  return { read, endRow };
}
