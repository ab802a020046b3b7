import { joinExtents, noExtent } from '../../../../catalog/collections/items-extent.ts';
import type { Item } from '../../../../catalog/item.ts';
import { slotReader } from '../../../../catalog/plan/slots.ts';
import { streamsOf } from '../../../../catalog/plan/streams.ts';
import type { ItemWrite, WriteMode, WriteReport } from '../../../../catalog/ports.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { outcomeOfWrite } from '../../../../catalog/write-outcome.ts';
import type { Desk } from './desk.ts';
import { inTurns } from './in-turns.ts';
import { forgetProperties, removeItems } from './remove-items.ts';
import { type NewRow, writeRows } from './write-rows.ts';

const chunkItems = 500;
const chunkBytes = 4_194_304;

/** A report for each item, in order; some at a time, so that others have their turn in between. */
export async function putItems(desk: Desk, writes: Iterable<ItemWrite>, mode: WriteMode): Promise<WriteReport[]> {
  const reports: WriteReport[] = [];
  let chunk: ItemWrite[] = [];
  let bytes = 0;
  const flush = async () => {
    if (chunk.length > 0) reports.push(...(await putChunk(desk, chunk, mode)));
    [chunk, bytes] = [[], 0];
  };
  for await (const write of inTurns(writes)) {
    chunk.push(write);
    bytes += write.item.bytes.length;
    if (chunk.length >= chunkItems || bytes >= chunkBytes) await flush();
  }
  await flush();
  return reports;
}

/** What lies there, or will once the chunk is written; `item` is what is still to be written. */
type Stored = { readonly pk: number; readonly etag: string; readonly isOld: boolean; readonly item: Item | null };

const numbersOf = 'SELECT id, number FROM catalog_collections WHERE id = ANY(?::text[])';
const storedOf = `SELECT i.pk, i.etag, i.collection, i.id FROM unnest(?::text[], ?::text[]) AS k (id, collection)
  CROSS JOIN LATERAL (SELECT * FROM catalog_items i WHERE i.id = k.id AND i.collection = k.collection OFFSET 0) i`;

const keyOf = (collection: string, id: string): string => `${collection}\n${id}`;

async function putChunk(desk: Desk, writes: readonly ItemWrite[], mode: WriteMode): Promise<readonly WriteReport[]> {
  const numbers = await readNumbers(desk, writes);
  const stored = await readStored(desk, writes);
  const reports: WriteReport[] = [];
  for await (const { item, ifMatch } of inTurns(writes)) {
    const { id, collection, etag } = item;
    if (!numbers.has(collection)) {
      reports.push({ id, outcome: 'no_collection', etag: null });
      continue;
    }
    const key = keyOf(collection, id);
    const before = stored.get(key);
    const outcome = outcomeOfWrite(before, etag, mode, ifMatch);
    if (outcome === 'created' || outcome === 'replaced') {
      if (before?.item) await desk.properties.count(collection, propertiesOf(before.item), -1);
      stored.set(key, { pk: before?.pk ?? desk.nextPk++, etag, isOld: before?.isOld ?? false, item });
      await countIn(desk, item, outcome === 'created');
    }
    const isStored = outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged';
    reports.push({ id, outcome, etag: isStored ? etag : null });
  }
  await store(desk, numbers, [...stored.values()]);
  return reports;
}

async function store(desk: Desk, numbers: ReadonlyMap<string, number>, all: readonly Stored[]): Promise<void> {
  const changed = all.filter(({ item }) => item !== null);
  if (changed.length === 0) return;
  const old = changed.filter(({ isOld }) => isOld).map(({ pk }) => pk);
  await forgetProperties(desk, old);
  await removeItems(desk, old);
  const readSlots = slotReader(desk.declared);
  const rows: NewRow[] = [];
  for await (const { pk, item } of inTurns(changed))
    rows.push({
      pk,
      item: item!,
      slots: readSlots(item!.document),
      streams: streamsOf(item!, numbers.get(item!.collection)!),
    });
  await writeRows(desk, rows);
  desk.hasChanged = true;
}

async function countIn(desk: Desk, item: Item, isNew: boolean): Promise<void> {
  const { collection } = item;
  if (isNew) desk.items.set(collection, (desk.items.get(collection) ?? 0) + 1);
  desk.extents.set(collection, joinExtents(desk.extents.get(collection) ?? noExtent, item));
  await desk.properties.count(collection, propertiesOf(item), 1);
}

const propertiesOf = ({ document }: Item): JsonObject => document['properties'] as JsonObject;

async function readNumbers({ query }: Desk, writes: readonly ItemWrite[]): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(writes.map(({ item }) => item.collection))];
  return new Map(await query<[string, number]>(numbersOf, [ids]));
}

async function readStored({ query }: Desk, writes: readonly ItemWrite[]): Promise<Map<string, Stored>> {
  const keys = writes.map(({ item }) => item);
  const rows = await query<[number, string, string, string]>(storedOf, [
    keys.map(({ id }) => id),
    keys.map(({ collection }) => collection),
  ]);
  return new Map(
    rows.map(([pk, etag, collection, id]) => [keyOf(collection, id), { pk, etag, isOld: true, item: null }]),
  );
}
