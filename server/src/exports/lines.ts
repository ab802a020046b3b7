import type { ItemEncoder } from './item-encoder.ts';

const lineFeed = Buffer.from('\n');
const recordSeparator = Buffer.from('\u001e');

/** An item a line; stored items hold no line ends. */
export const createLineEncoder = (): ItemEncoder => joining((item) => [item, lineFeed]);

/** A text sequence of RFC 7464: a record separator before each item and a line end after it. */
export const createSequenceEncoder = (): ItemEncoder => joining((item) => [recordSeparator, item, lineFeed]);

const joining = (framed: (item: Uint8Array) => readonly Uint8Array[]): ItemEncoder => ({
  encode: (items) => Buffer.concat(items.flatMap(framed)),
  finish: () => new Uint8Array(),
});
