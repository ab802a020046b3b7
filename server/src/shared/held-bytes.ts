type Sized = { readonly byteLength: number };

/** Values by key within a bound of bytes, least recently used out first. */
export type HeldBytes<T extends Sized> = {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  bytes(): number;
};

/** One that is larger than `largest` is not held: it would push too many others out. */
export function createHeldBytes<T extends Sized>(most: number, largest = most): HeldBytes<T> {
  const held = new Map<string, T>();
  let bytes = 0;
  return {
    get: (key) => {
      const known = held.get(key);
      if (known === undefined) return undefined;
      held.delete(key);
      held.set(key, known);
      return known;
    },
    put: (key, value) => {
      if (held.has(key) || value.byteLength > largest) return;
      held.set(key, value);
      bytes += value.byteLength;
      for (const [oldest, { byteLength }] of held) {
        if (bytes <= most) return;
        held.delete(oldest);
        bytes -= byteLength;
      }
    },
    bytes: () => bytes,
  };
}
