/** Pieces of an answer that leave together. */
export type Gathering = {
  add(piece: Uint8Array): void;
  /** How many there are. */
  bytes(): number;
  /** All of them in one, which are then gone here. */
  taken(): Uint8Array;
};

export function createGathering(first: Uint8Array): Gathering {
  let pieces: Uint8Array[] = [first];
  let bytes = first.length;
  return {
    add(piece) {
      pieces.push(piece);
      bytes += piece.length;
    },
    bytes: () => bytes,
    taken() {
      const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      pieces = [];
      bytes = 0;
      return all;
    },
  };
}
