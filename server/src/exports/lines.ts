import type { ItemEncoder } from './item-encoder.ts';

const lineFeed = 0x0a;
const recordSeparator = 0x1e;

/** An item a line; stored items hold no line ends. */
export const createLineEncoder = (): ItemEncoder => createFraming([]);

/** A text sequence of RFC 7464: a record separator before each item and a line end after it. */
export const createSequenceEncoder = (): ItemEncoder => createFraming([recordSeparator]);

function createFraming(before: readonly number[]): ItemEncoder {
  let room = Buffer.alloc(0);
  return {
    encode(items) {
      const needed = items.reduce((sum, { length }) => sum + length + before.length + 1, 0);
      if (needed > room.length) room = Buffer.allocUnsafeSlow(needed);
      let used = 0;
      for (const item of items) {
        for (const byte of before) room[used++] = byte;
        room.set(item, used);
        used += item.length;
        room[used++] = lineFeed;
      }
      return room.subarray(0, used);
    },
    finish: () => new Uint8Array(),
  };
}
