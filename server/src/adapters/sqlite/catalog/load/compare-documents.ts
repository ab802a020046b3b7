import type { Prepare } from '../file/statements.ts';

type Row = readonly (string | number | Uint8Array | null)[];

const items = 'SELECT pk, collection, id, etag, document FROM documents WHERE pk > ? ORDER BY pk LIMIT 500';
const collections = `SELECT c.id, coalesce(f.own, c.document) FROM collections c
  LEFT JOIN collection_facts f ON f.number = c.number ORDER BY c.id`;

const owned = (from: Prepare): Row[] => from(collections).all() as unknown as Row[];

/** The first difference between what two catalogues were given; null where there is none. */
export function compareDocuments(one: Prepare, other: Prepare): string | null {
  const inCollections = firstDifference(owned(one), owned(other));
  if (inCollections !== null) return `the collection ${inCollections}`;
  for (let after = 0; ;) {
    const [a, b] = [one, other].map((from) => from(items).all(after) as unknown as Row[]) as [Row[], Row[]];
    const difference = firstDifference(a, b);
    if (difference !== null) return `the item ${difference}`;
    if (a.length === 0) return null;
    after = a.at(-1)![0] as number;
  }
}

function firstDifference(a: readonly Row[], b: readonly Row[]): string | null {
  for (let at = 0; at < Math.max(a.length, b.length); at++)
    if (!areSame(a[at], b[at])) return String((a[at] ?? b[at])![0]);
  return null;
}

const areSame = (a: Row | undefined, b: Row | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((value, at) => isSame(value, b[at]!));

const isSame = (a: Row[number], b: Row[number]): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
