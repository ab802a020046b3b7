import type { ShownItems } from '../../../../catalog/ports.ts';
import type { ShownPage } from './reader-protocol.ts';

/** A page that a thread has written: opening and closing are written around it, so that nothing is copied. */
export function lentPage(
  { next, prev, matched, count, collections, start, end }: Omit<ShownPage, 'own'>,
  bytes: Buffer,
  giveBack: () => void,
): ShownItems {
  let isGivenBack = false;
  return {
    next,
    prev,
    matched,
    count,
    collections,
    between(opening, closing) {
      const before = Buffer.byteLength(opening);
      if (before > start || Buffer.byteLength(closing) > bytes.length - end)
        return Buffer.concat([Buffer.from(opening), bytes.subarray(start, end), Buffer.from(closing)]);
      bytes.write(opening, start - before);
      return bytes.subarray(start - before, end + bytes.write(closing, end));
    },
    giveBack() {
      if (!isGivenBack) giveBack();
      isGivenBack = true;
    },
  };
}
