import type { Connection } from '../../../server/src/adapters/sqlite/driver.ts';
import { type Bbox } from '../../../server/src/catalog/bbox.ts';
import { joinExtents } from '../../../server/src/catalog/collections/items-extent.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import type { JsonObject } from '../../../server/src/catalog/refuse.ts';
import { storedDocument } from '../../../server/src/catalog/stored-document.ts';

type Stored = { readonly document: Uint8Array };
type FactsRow = {
  readonly etag: string;
  readonly document: Uint8Array;
  readonly w: number | null;
  readonly s: number;
  readonly e: number;
  readonly n: number;
  readonly start: string | null;
  readonly finish: string | null;
};

const read = `SELECT etag, document, w, s, e, n, start, finish FROM collections
  LEFT JOIN collection_facts USING (number) WHERE id = ?`;

const parsed = (document: Uint8Array): JsonObject => JSON.parse(Buffer.from(document).toString()) as JsonObject;

/** What a collection says of its items that is not so. */
export function shownProblems(connection: Connection, id: string, rows: readonly Stored[]): readonly string[] {
  const row = connection.prepare(read).get(id) as FactsRow;
  const items = rows.map(({ document }) => parseItem(parsed(document)));
  const { w, s, e, n, start, finish } = row;
  const extent = { bbox: w === null ? null : ([w, s, e, n] as Bbox), start, end: finish };
  const isOutside = (item: Item) => joinExtents(extent, item) !== extent;
  return [
    ...items.filter(isOutside).map((item) => `${id}: its extent does not hold ${item.id}`),
    ...(storedDocument(parsed(row.document)).etag === row.etag ? [] : [`${id}: has the etag of something else`]),
    ...items.filter((item) => !isShown(parsed(row.document), item)).map((item) => `${id}: does not show ${item.id}`),
  ];
}

function isShown(document: JsonObject, item: Item): boolean {
  const { spatial, temporal } = document['extent'] as {
    readonly spatial: { readonly bbox: readonly (readonly number[])[] };
    readonly temporal: { readonly interval: readonly (readonly (string | null)[])[] };
  };
  const box = spatial.bbox[0]!;
  const bbox = (box.length === 6 ? [box[0], box[1], box[3], box[4]] : box) as unknown as Bbox;
  const [from, to] = temporal.interval[0]!.map((text) => text && text.slice(0, -1));
  const extent = { bbox, start: from ?? '', end: to ?? '9999' };
  return joinExtents(extent, item) === extent;
}
