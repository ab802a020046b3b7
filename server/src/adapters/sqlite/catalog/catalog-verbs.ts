import { parseItem } from '../../../catalog/item.ts';
import type { DeleteOutcome, ItemWrite, WriteMode, WriteReport } from '../../../catalog/ports.ts';
import { scanCompact } from '../../../shared/compact-json.ts';
import { loadFeatures } from '../../../catalog/read-features.ts';
import type { SearchConditions } from '../../../catalog/search-request.ts';
import type { Validation } from '../../../catalog/validation.ts';
import { deleteItem, deleteItems } from './write/delete-items.ts';
import type { Desk } from './write/desk.ts';
import { type PackedReport, packReport } from './packed-report.ts';
import { putItems } from './write/put-items.ts';
import { tend } from './tend/tend.ts';
import { type CollectionWrite, deleteCollection, putCollection } from './write/write-collections.ts';

/** Documents one after the other: they are read again by the writer, which is cheaper than cloning what was read. */
export type PackedWrites = {
  readonly bytes: Uint8Array;
  readonly writes: readonly { readonly end: number; readonly ifMatch: string | null }[];
  readonly mode: WriteMode;
};
export type Load = {
  readonly body: Uint8Array;
  readonly collection: string;
  readonly mode: WriteMode;
  readonly validation: Validation;
};
type ItemKey = { readonly collection: string; readonly id: string };
export type ItemDeletion = ItemKey & { readonly ifMatch: string | null };
/** With conditions, of those that are still so. */
export type ItemsDeletion = { readonly keys: readonly ItemKey[]; readonly conditions: SearchConditions | null };

/** Every write of the catalogue: one transaction each, its input and output plain data. */
export type CatalogVerbs = {
  putItems(input: PackedWrites): readonly WriteReport[];
  load(input: Load): Promise<PackedReport>;
  deleteItem(input: ItemDeletion): DeleteOutcome;
  deleteItems(input: ItemsDeletion): number;
  putCollection(input: CollectionWrite): WriteReport;
  deleteCollection(input: { readonly id: string; readonly ifMatch: string | null }): DeleteOutcome;
  /** Whether there is more to do. */
  tend(input: null): boolean;
};

export function catalogVerbs(desk: Desk, declared: readonly string[]): CatalogVerbs {
  return {
    putItems: ({ mode, ...packed }) => putItems(desk, unpack(packed), mode),
    load: async ({ body, collection, mode, validation }) => {
      const put = { putItems: async (writes: Iterable<ItemWrite>) => putItems(desk, writes, mode) };
      return packReport(await loadFeatures(put, body, collection, mode, validation));
    },
    deleteItem: (key) => deleteItem(desk, key, key.ifMatch),
    deleteItems: ({ keys, conditions }) => deleteItems(desk, keys, conditions),
    putCollection: (write) => putCollection(desk, write),
    deleteCollection: ({ id, ifMatch }) => deleteCollection(desk, id, ifMatch),
    tend: () => tend(desk, declared),
  };
}

const largeBytes = 256 * 1_024;
const largeCount = 200;

/** Of items that are put; null for other verbs. */
export function bulkBytes(verb: string, input: unknown): number | null {
  if (verb === 'load') return (input as Load).body.length;
  return verb === 'putItems' ? (input as PackedWrites).bytes.length : null;
}

/** By what it was given: the rest of the work follows from that. */
export function isLarge(verb: string, input: unknown): boolean {
  const bytes = bulkBytes(verb, input);
  if (bytes !== null) return bytes > largeBytes;
  if (verb === 'deleteItems') return (input as ItemsDeletion).keys.length > largeCount;
  return verb === 'deleteCollection' || verb === 'tend';
}

export function pack(writes: readonly ItemWrite[], mode: WriteMode): PackedWrites {
  const bytes = new Uint8Array(writes.reduce((sum, { item }) => sum + item.bytes.length, 0));
  let end = 0;
  const places = writes.map(({ item, ifMatch }) => {
    bytes.set(item.bytes, end);
    end += item.bytes.length;
    return { end, ifMatch };
  });
  return { bytes, writes: places, mode };
}

const utf8 = new TextDecoder();

function* unpack({ bytes, writes }: Omit<PackedWrites, 'mode'>): Generator<ItemWrite> {
  let start = 0;
  for (const { end, ifMatch } of writes) {
    const text = utf8.decode(bytes.subarray(start, end));
    // As it was written by whoever read it first: nearly always it need not be written again.
    yield { item: parseItem(JSON.parse(text), undefined, scanCompact(text)), ifMatch };
    start = end;
  }
}
