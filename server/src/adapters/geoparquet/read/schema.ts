import { refuseDamaged, refuseForm, refuseSize } from './refuse.ts';
import type { SchemaElement } from './footer.ts';

type Common = {
  readonly name: string;
  /** The level of definition at which it is there. */
  readonly definition: number;
  /** Of the column by which a reader sees what is there: the first below it. */
  readonly first: number;
};
export type LeafNode = Common & {
  readonly kind: 'leaf';
  readonly element: SchemaElement;
  readonly repetition: number;
  /** For errors. */
  readonly path: string;
};
export type StructNode = Common & { readonly kind: 'struct'; readonly children: readonly SchemaNode[] };
/** `repetition` is the level at which a further element begins. */
export type ListNode = Common & { readonly kind: 'list'; readonly repetition: number; readonly element: SchemaNode };
export type MapNode = Common & {
  readonly kind: 'map';
  readonly repetition: number;
  readonly key: SchemaNode;
  readonly value: SchemaNode | null;
};
export type SchemaNode = LeafNode | StructNode | ListNode | MapNode;

export type Schema = { readonly children: readonly SchemaNode[]; readonly leaves: readonly LeafNode[] };

const optional = 1;
const repeated = 2;
const converted = { map: 1, mapKeyValue: 2, list: 3 };
const logical = { map: 2, list: 3 };
const deepest = 64;
const mostColumns = 20_000;

type Above = {
  readonly definition: number;
  readonly repetition: number;
  readonly path: string;
  readonly depth: number;
};

/** The tree that the flat list of a footer means. */
export function readSchema(elements: readonly SchemaElement[]): Schema {
  const leaves: LeafNode[] = [];
  let next = 1;

  function take(): SchemaElement {
    const element = elements[next++];
    if (element === undefined) throw refuseDamaged('its schema ends too early');
    return element;
  }

  function readNode(element: SchemaElement, above: Above): SchemaNode {
    if (element.repetition === repeated) return bareList(element, above);
    return readValue(element, within(element, above, element.repetition === optional ? 1 : 0));
  }

  /** A field that repeats without being called a list is one. */
  function bareList(element: SchemaElement, above: Above): ListNode {
    const first = leaves.length;
    const inner = { ...within(element, above, 1), repetition: above.repetition + 1 };
    const item = readValue(element, inner);
    return {
      kind: 'list',
      name: element.name,
      definition: above.definition,
      first,
      repetition: inner.repetition,
      element: item,
    };
  }

  function readValue(element: SchemaElement, at: Above): SchemaNode {
    if (element.children === 0) return readLeaf(element, at);
    if (isNamed(element, converted.list, logical.list)) return readList(element, at);
    if (isNamed(element, converted.map, logical.map) || element.converted === converted.mapKeyValue)
      return readMap(element, at);
    return {
      kind: 'struct',
      name: element.name,
      definition: at.definition,
      first: leaves.length,
      children: readChildren(element, at),
    };
  }

  const readChildren = (element: SchemaElement, at: Above): readonly SchemaNode[] =>
    Array.from({ length: checkedCount(element.children) }, () => readNode(take(), at));

  function checkedCount(count: number): number {
    if (count < 0 || count > elements.length - next) throw refuseDamaged('its schema ends too early');
    return count;
  }

  function readLeaf(element: SchemaElement, at: Above): LeafNode {
    if (element.type === null) throw refuseForm(`a group without members (${at.path}) is`);
    if (leaves.length >= mostColumns) throw refuseSize(`it has more than ${mostColumns} columns`);
    const { definition, repetition, path } = at;
    const leaf: LeafNode = {
      kind: 'leaf',
      name: element.name,
      definition,
      repetition,
      first: leaves.length,
      element,
      path,
    };
    leaves.push(leaf);
    return leaf;
  }

  function readList(element: SchemaElement, at: Above): SchemaNode {
    const item = take();
    if (element.children !== 1 || item.repetition !== repeated) throw refuseDamaged(`${at.path} is no list as it says`);
    const first = leaves.length;
    const inner = { ...within(item, at, 1), repetition: at.repetition + 1 };
    const isWrapped =
      item.children === 1 && item.name !== 'array' && item.name !== `${element.name}_tuple` && !isListItself(item);
    const value = isWrapped ? readNode(take(), inner) : readValue(item, inner);
    return {
      kind: 'list',
      name: element.name,
      definition: at.definition,
      first,
      repetition: inner.repetition,
      element: value,
    };
  }

  function readMap(element: SchemaElement, at: Above): SchemaNode {
    const pair = take();
    const isPair = pair.repetition === repeated && (pair.children === 1 || pair.children === 2);
    if (element.children !== 1 || !isPair) throw refuseDamaged(`${at.path} is no map as it says`);
    const first = leaves.length;
    const inner = { ...within(pair, at, 1), repetition: at.repetition + 1 };
    const key = readNode(take(), inner);
    const value = pair.children === 2 ? readNode(take(), inner) : null;
    return {
      kind: 'map',
      name: element.name,
      definition: at.definition,
      first,
      repetition: inner.repetition,
      key,
      value,
    };
  }

  const root: Above = { definition: 0, repetition: 0, path: '', depth: 0 };
  const children = readChildren(elements[0]!, root);
  return { children, leaves };
}

const isListItself = (element: SchemaElement): boolean => isNamed(element, converted.list, logical.list);

const isNamed = (element: SchemaElement, convertedId: number, logicalId: number): boolean =>
  element.converted === convertedId || element.logical?.id === logicalId;

function within({ name }: SchemaElement, above: Above, levels: number): Above {
  if (above.depth >= deepest) throw refuseSize(`its columns are nested more than ${deepest} deep`);
  const path = above.path === '' ? name : `${above.path}.${name}`;
  return { definition: above.definition + levels, repetition: above.repetition, path, depth: above.depth + 1 };
}
