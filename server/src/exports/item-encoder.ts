/**
 * Turns items, each the bytes of its document as the API shows it, into the bytes of a file: some at a time, then its end.
 * Bytes are good until the next ones are made: they lie where those will.
 */
export type ItemEncoder = {
  readonly encode: (items: readonly Uint8Array[]) => Uint8Array;
  readonly finish: () => Uint8Array;
};
