type Sized = { readonly byteLength: number };

/** Bytes or samples by key within a bound of bytes, least recently used out first. Equal loads at the same time are one. */
export type ByteCache<T extends Sized = Uint8Array> = {
  get(key: string, load: () => Promise<T>): Promise<T>;
  heldBytes(): number;
};

export function createByteCache<T extends Sized = Uint8Array>(maxBytes: number): ByteCache<T> {
  const held = new Map<string, T>();
  const loading = new Map<string, Promise<T>>();
  let heldBytes = 0;

  const put = (key: string, bytes: T) => {
    // One entry may not push all others out.
    if (held.has(key) || bytes.byteLength > maxBytes / 4) return;
    held.set(key, bytes);
    heldBytes += bytes.byteLength;
    for (const [oldest, { byteLength }] of held) {
      if (heldBytes <= maxBytes) return;
      held.delete(oldest);
      heldBytes -= byteLength;
    }
  };

  const load = async (key: string, read: () => Promise<T>) => {
    try {
      const bytes = await read();
      put(key, bytes);
      return bytes;
    } finally {
      loading.delete(key);
    }
  };

  const get = (key: string, read: () => Promise<T>): Promise<T> => {
    const known = held.get(key);
    if (known !== undefined) {
      held.delete(key);
      held.set(key, known);
      return Promise.resolve(known);
    }
    const pending = loading.get(key) ?? load(key, read);
    loading.set(key, pending);
    return pending;
  };

  return { get, heldBytes: () => heldBytes };
}
