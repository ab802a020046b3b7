import { constantOf } from '../evaluate/compile-scalar.ts';
import { filterFunctions } from '../evaluate/functions.ts';
import type { Expression, Filter } from '../filter.ts';
import { type Atom, type Reading, readFilter } from './atoms.ts';
import { knownProperty } from './known-property.ts';
import { timestampKey } from './moment-keys.ts';

type Names = readonly string[];

/** The collections of which one must be the item's; null when the filter names none, empty when none will do. */
export const impliedCollections = (filter: Filter): Names | null => readFilter(filter, namesOf('collection'));

/** The ids of which one must be the item's; null when the filter names none, empty when none will do. */
export const impliedIds = (filter: Filter): Names | null => readFilter(filter, namesOf('id'));

const namesOf = (property: 'id' | 'collection'): Reading<Names> => ({
  atom: (atom) => namesIn(atom, property),
  all: (parts) => parts.reduce(common, null),
  any: (parts) => (parts.some((part) => part === null) ? null : [...new Set(parts.flatMap((part) => part!))]),
});

function common(a: Names | null, b: Names | null): Names | null {
  if (a === null || b === null) return a ?? b;
  const second = new Set(b);
  return a.filter((name) => second.has(name));
}

function namesIn(atom: Atom, property: 'id' | 'collection'): Names | null {
  if (atom.kind === 'compare' && atom.op === '=') {
    if (isProperty(atom.left, property)) return namesAmong([atom.right]);
    return isProperty(atom.right, property) ? namesAmong([atom.left]) : null;
  }
  const isList = atom.kind === 'verdict' && atom.of.kind === 'in' && atom.isTrue;
  return isList && isProperty(atom.of.value, property) ? namesAmong(atom.of.list) : null;
}

const isProperty = (node: Expression, property: string): boolean =>
  node.kind === 'property' && knownProperty(node.name, new Map()) === property;

/** Null when an element may equal more than one text: a property, or a time, which has several spellings. */
function namesAmong(list: readonly Expression[]): Names | null {
  const values = list.map((one) => constantOf(one, filterFunctions));
  const isPlain = values.every(
    (value) =>
      value !== undefined &&
      (typeof value === 'string' ? timestampKey(value) === null : value === null || typeof value !== 'object'),
  );
  return isPlain ? [...new Set(values.filter((value) => typeof value === 'string'))] : null;
}
