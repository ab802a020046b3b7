import type { PostParts } from './post-parts.ts';
import type { Ask } from './questions.ts';

/** Of smaller parts a stream may have several on its way when it asks for the next: those are moved. */
const leastLent = 262_144;
const mostLent = 4_194_304;

/**
 * Posts parts in memory that both threads see and that is used again: what is moved lies there until it is collected,
 * tens of megabytes of it. Resolves when the part before the last one was used up: while one is sent, the next is made.
 */
export function createLendingPost<Part extends { readonly bytes: Uint8Array }>(ask: Ask): PostParts<Part> {
  const rooms = [new SharedArrayBuffer(0), new SharedArrayBuffer(0)];
  const usedUp: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  let place = 0;

  function lend(bytes: Uint8Array): Uint8Array {
    if (bytes.length > rooms[place]!.byteLength) rooms[place] = new SharedArrayBuffer(Math.ceil(bytes.length * 1.25));
    const lent = new Uint8Array(rooms[place]!, 0, bytes.length);
    lent.set(bytes);
    return lent;
  }

  const post = async (part: Part): Promise<void> => {
    place = 1 - place;
    await usedUp[place];
    const isLent = part.bytes.length >= leastLent && part.bytes.length <= mostLent;
    const moved = isLent ? null : new Uint8Array(part.bytes);
    const sent = ask({ ...part, bytes: moved ?? lend(part.bytes) }, moved === null ? [] : [moved.buffer]);
    // Whoever waits for it next is told.
    sent.catch(() => undefined);
    usedUp[place] = sent;
  };
  return Object.assign(post, { settled: () => Promise.all(usedUp) });
}
