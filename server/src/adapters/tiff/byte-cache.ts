import { createHeldBytes } from '../../shared/held-bytes.ts';

type Sized = { readonly byteLength: number };

/** Bytes or samples by key within a bound of bytes, least recently used out first. Equal loads at the same time are one. */
export type ByteCache<T extends Sized = Uint8Array> = {
  get(key: string, load: () => Promise<T>): Promise<T>;
  heldBytes(): number;
};

export function createByteCache<T extends Sized = Uint8Array>(maxBytes: number): ByteCache<T> {
  // One entry may not push all others out.
  const held = createHeldBytes<T>(maxBytes, maxBytes / 4);
  const loading = new Map<string, Promise<T>>();

  const load = async (key: string, read: () => Promise<T>) => {
    try {
      const bytes = await read();
      held.put(key, bytes);
      return bytes;
    } finally {
      loading.delete(key);
    }
  };

  const get = (key: string, read: () => Promise<T>): Promise<T> => {
    const known = held.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const pending = loading.get(key) ?? load(key, read);
    loading.set(key, pending);
    return pending;
  };

  return { get, heldBytes: held.bytes };
}
