import type { RandomFile } from './footer.ts';
import { refuseDamaged } from './refuse.ts';

/** A stretch of a file that is read from its beginning to its end, some at a time. */
export type Window = {
  /** What comes next, without taking it: at most so many bytes. */
  readonly peek: (length: number) => Buffer;
  readonly take: (length: number) => Buffer;
};

const leastRead = 64 * 1_024;

export function newWindow(file: RandomFile, start: number, end: number): Window {
  let held: Buffer = Buffer.alloc(0);
  let heldAt = start;
  let at = start;

  function peek(length: number): Buffer {
    const wanted = Math.min(length, end - at);
    if (at + wanted > heldAt + held.length) {
      held = file.read(at, Math.min(end - at, Math.max(wanted, leastRead)));
      heldAt = at;
      if (held.length < wanted) throw refuseDamaged('it ends too early');
    }
    return held.subarray(at - heldAt, at - heldAt + wanted);
  }

  return {
    peek,
    take(length) {
      if (length < 0 || length > end - at) throw refuseDamaged('a page longer than its column');
      const bytes = peek(length);
      at += length;
      return bytes;
    },
  };
}
