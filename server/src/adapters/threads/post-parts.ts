import type { Ask } from './questions.ts';

export type PostParts<Part> = ((part: Part) => Promise<void>) & { settled(): Promise<unknown> };

/** Posts a part and resolves when the one before it was taken: while one is on its way, the next is made. */
export function createPost<Part extends { readonly bytes: Uint8Array }>(ask: Ask): PostParts<Part> {
  let last: Promise<unknown> = Promise.resolve();
  const post = async (part: Part): Promise<void> => {
    await last;
    const { bytes } = part;
    // A view would take all of what it is a view of with it.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    last = ask({ ...part, bytes: own }, [own.buffer as ArrayBuffer]);
    // Whoever waits for it next is told.
    last.catch(() => undefined);
  };
  return Object.assign(post, { settled: () => last });
}
