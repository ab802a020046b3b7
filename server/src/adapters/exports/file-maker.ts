import type { StoredItem } from '../../catalog/ports.ts';
import type { ItemEncoder } from '../../exports/item-encoder.ts';

/** Makes the file of one export. */
export type FileMaker = {
  /** What can leave already, good until the next is; empty where the file is not written from its beginning to its end. */
  add(items: readonly Uint8Array[], from: readonly Pick<StoredItem, 'collection'>[]): Uint8Array;
  /** The rest, made as it is taken. */
  end(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  close(): void;
};

export const makerOf = (encoder: ItemEncoder): FileMaker => ({
  add: (items) => encoder.encode(items),
  end: () => [encoder.finish()],
  close: () => undefined,
});
