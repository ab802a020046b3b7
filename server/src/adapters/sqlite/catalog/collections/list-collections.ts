import { beforeAllIds, sortById, tokenAtId } from '../../../../catalog/collections/collection-search.ts';
import { type PagePosition, readPageToken } from '../../../../catalog/page-token.ts';
import type { CollectionListing, Found, StoredCollection } from '../../../../catalog/ports.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { countWhile } from './count-while.ts';
import { fitting, mostPageBytes } from '../../../sql/search/search-limits.ts';
import type { Prepare } from '../file/statements.ts';
import { readState } from '../file/state.ts';

type Row = readonly [id: string, etag: string, document: Uint8Array];
type Page = { readonly rows: readonly Row[]; readonly isBefore: boolean; readonly isAfter: boolean };

export type CollectionList = (listing: CollectionListing, visibility: Visibility) => Found<StoredCollection>;

/** By id, one page at a time, which ends where it has too many bytes. Texts are compared by their bytes, as code points are. */
export function createCollectionList(prepare: Prepare, mostBytes = mostPageBytes): CollectionList {
  const granted = new WeakMap<ReadonlySet<string>, { readonly roster: string; readonly ids: readonly string[] }>();
  let counted: { readonly roster: string; readonly count: number } | null = null;

  const roster = (): string => readState(prepare, 'roster') ?? '';

  /** Those of the grants that exist, in order; known for as long as no collection comes or goes. */
  function idsOf(grants: ReadonlySet<string>): readonly string[] {
    const now = roster();
    const known = granted.get(grants);
    if (known?.roster === now) return known.ids;
    const rows = prepare('SELECT id FROM collections WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id').all(
      JSON.stringify([...grants]),
    ) as [string][];
    const ids = rows.map(([id]) => id);
    granted.set(grants, { roster: now, ids });
    return ids;
  }

  function countAll(): number {
    const now = roster();
    if (counted?.roster === now) return counted.count;
    const [count] = prepare('SELECT count(*) FROM collections').get() as [number];
    counted = { roster: now, count };
    return count;
  }

  return ({ limit, token }, visibility) => {
    const position = token === null ? beforeAllIds : readPageToken(token, sortById);
    const ids = visibility === 'all' ? null : idsOf(visibility);
    const { rows, isBefore, isAfter } =
      ids === null ? pageOfAll(prepare, position, limit, mostBytes) : pageOf(prepare, ids, position, limit, mostBytes);
    const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]];
    return {
      found: rows.map(([id, etag, bytes]) => ({ id, etag, bytes })),
      next: last !== undefined && isAfter ? tokenAtId(false, last) : null,
      prev: first !== undefined && isBefore ? tokenAtId(true, first) : null,
      matched: { atLeast: ids === null ? countAll() : ids.length, isExact: true },
    };
  };
}

const bytesOf = ([, , document]: Row): number => document.length;

function pageOfAll(prepare: Prepare, { isBackward, values }: PagePosition, limit: number, mostBytes: number): Page {
  const [comparison, order] = isBackward ? ['<', 'DESC'] : ['>', 'ASC'];
  const found = prepare(
    `SELECT id, etag, document FROM collections WHERE id ${comparison} ? ORDER BY id ${order} LIMIT ?`,
  ).iterate(values[0] as string, limit) as Iterable<Row>;
  const rows = inOrder(fitting(found, bytesOf, mostBytes), isBackward);
  const isThere = (sign: '<' | '>', id: string | undefined) =>
    id !== undefined && prepare(`SELECT 1 FROM collections WHERE id ${sign} ? LIMIT 1`).get(id) !== undefined;
  return { rows, isBefore: isThere('<', rows[0]?.[0]), isAfter: isThere('>', rows.at(-1)?.[0]) };
}

function pageOf(
  prepare: Prepare,
  ids: readonly string[],
  { isBackward, values }: PagePosition,
  limit: number,
  mostBytes: number,
): Page {
  // By bytes, as the ids were ordered.
  const at = Buffer.from(values[0] as string);
  const [from, to] = isBackward
    ? before(
        countWhile(ids, (id) => Buffer.compare(Buffer.from(id), at) < 0),
        limit,
      )
    : after(
        countWhile(ids, (id) => Buffer.compare(Buffer.from(id), at) <= 0),
        limit,
      );
  const found = fitting(documentsOf(prepare, inOrder(ids.slice(from, to), isBackward)), bytesOf, mostBytes);
  const rows = inOrder(found, isBackward);
  const [first, last] = [rows[0]?.[0] ?? '', rows.at(-1)?.[0] ?? ''];
  return { rows, isBefore: rows.length > 0 && first !== ids[0], isAfter: rows.length > 0 && last !== ids.at(-1) };
}

function* documentsOf(prepare: Prepare, ids: readonly string[]): Iterable<Row> {
  const one = prepare('SELECT id, etag, document FROM collections WHERE id = ?');
  for (const id of ids) {
    // One that was deleted since the ids were read is none.
    const row = one.get(id) as Row | undefined;
    if (row !== undefined) yield row;
  }
}

const inOrder = <T>(found: readonly T[], isBackward: boolean): readonly T[] =>
  isBackward ? found.toReversed() : found;

const before = (to: number, limit: number) => [Math.max(0, to - limit), to] as const;
const after = (from: number, limit: number) => [from, from + limit] as const;
