/** A tile as it will stand in the file: its length is known before its bytes are fetched. */
export type StoredTile = { readonly length: number; read(): Promise<Uint8Array> };

export const heldTile = (bytes: Uint8Array): StoredTile => ({
  length: bytes.length,
  read: () => Promise.resolve(bytes),
});
