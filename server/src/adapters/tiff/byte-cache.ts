/** Bytes by key within a bound of bytes, least recently used out first. Equal loads at the same time are one. */
export type ByteCache = {
  get(key: string, load: () => Promise<Uint8Array>): Promise<Uint8Array>;
  heldBytes(): number;
};

export function createByteCache(maxBytes: number): ByteCache {
  const held = new Map<string, Uint8Array>();
  const loading = new Map<string, Promise<Uint8Array>>();
  let heldBytes = 0;

  const put = (key: string, bytes: Uint8Array) => {
    // One entry may not push all others out.
    if (held.has(key) || bytes.length > maxBytes / 4) return;
    held.set(key, bytes);
    heldBytes += bytes.length;
    for (const [oldest, { length }] of held) {
      if (heldBytes <= maxBytes) return;
      held.delete(oldest);
      heldBytes -= length;
    }
  };

  const load = async (key: string, read: () => Promise<Uint8Array>) => {
    try {
      const bytes = await read();
      put(key, bytes);
      return bytes;
    } finally {
      loading.delete(key);
    }
  };

  const get = (key: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> => {
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
