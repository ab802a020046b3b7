import { type ItemsExtent } from '../../../../catalog/collections/items-extent.ts';
import type { CollectionFacts } from '../../../../catalog/collections/shown-collection.ts';
import { type Summary, summaryOf } from '../../../../catalog/collections/summaries.ts';
import type { StoredDocument } from '../../../../catalog/stored-document.ts';
import type { Desk } from '../write/desk.ts';
import type { Query } from '../database/query.ts';

/** A collection as its row has it, and what of it its owner wrote. */
export type CollectionRow = {
  readonly number: number;
  readonly etag: string;
  readonly shown: string;
  readonly own: string;
  readonly items: number;
  readonly extent: ItemsExtent;
};

type Columns = readonly [
  number: number,
  etag: string,
  document: string,
  own: string | null,
  items: number,
  start: string | null,
  finish: string | null,
  ...bbox: [number | null, number, number, number],
];

const read = `SELECT number, etag, document, own, items, start, finish, w, s, e, n FROM catalog_collections WHERE id = ?`;

export async function readCollectionRow(query: Query, id: string): Promise<CollectionRow | undefined> {
  const [row] = await query<Columns>(read, [id]);
  if (row === undefined) return undefined;
  const [number, etag, shown, own, items, start, finish, w, s, e, n] = row;
  const extent = { bbox: w === null ? null : ([w, s, e, n] as const), start, end: finish };
  return { number, etag, shown, own: own ?? shown, items, extent };
}

/** What the items tell that is to be shown. */
export async function factsOf(desk: Desk, id: string, extent: ItemsExtent): Promise<CollectionFacts> {
  const summaries = new Map<string, Summary>();
  for (const name of await summarisedNames(desk.query)) {
    const property = await desk.properties.read(id, name);
    const summary = property && summaryOf(property);
    if (summary !== null) summaries.set(name, summary);
  }
  return { extent, summaries };
}

const saveFacts = `UPDATE catalog_collections SET own = ?, w = ?, s = ?, e = ?, n = ?, start = ?, finish = ?
  WHERE number = ?`;
const saveShown = 'UPDATE catalog_collections SET etag = ?, document = ?, revision = ? WHERE number = ?';

export async function keepFacts(
  query: Query,
  number: number,
  { bbox, start, end }: ItemsExtent,
  own: string | null,
): Promise<void> {
  await query(saveFacts, [own, ...(bbox ?? [null, null, null, null]), start, end, number]);
}

export async function keepShown(query: Query, number: number, { etag, bytes }: StoredDocument): Promise<void> {
  await query(saveShown, [etag, textOf(bytes), await nextRevision(query), number]);
}

export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

/** Whoever keeps collections in memory reads those of later revisions again. */
export async function nextRevision(query: Query): Promise<number> {
  const [row] = await query<[number]>('UPDATE catalog_state SET revision = revision + 1 RETURNING revision');
  return row![0];
}

export async function summarisedNames(query: Query): Promise<readonly string[]> {
  const [row] = await query<[string]>('SELECT summarised FROM catalog_state');
  return JSON.parse(row![0]) as string[];
}
