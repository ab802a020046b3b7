import type { Ask } from './questions.ts';

export type PostParts<Part> = ((part: Part) => Promise<void>) & { settled(): Promise<unknown> };

/** For moving: a view would take all of what it is a view of with it. */
export const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);

/** Posts a part and resolves when the one before it was taken: while one is on its way, the next is made. */
export function createPost<Part extends { readonly bytes: Uint8Array }>(ask: Ask): PostParts<Part> {
  let last: Promise<unknown> = Promise.resolve();
  const post = async (part: Part): Promise<void> => {
    await last;
    const bytes = ownBytes(part.bytes);
    last = ask({ ...part, bytes }, [bytes.buffer]);
    // Whoever waits for it next is told.
    last.catch(() => undefined);
  };
  return Object.assign(post, { settled: () => last });
}
