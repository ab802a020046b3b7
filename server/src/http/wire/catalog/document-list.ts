import type { Found } from '../../../catalog/ports.ts';
import type { Link, Pieces } from './splice-links.ts';

const comma = Buffer.from(',');

/** The bytes of a list of documents, copied once: nothing is parsed. `opening` ends in `[`, `closing` begins with `]`. */
export function documentList(opening: string, documents: readonly Pieces[], closing: string): Buffer {
  const pieces: Uint8Array[] = [Buffer.from(opening)];
  for (const document of documents) {
    if (pieces.length > 1) pieces.push(comma);
    for (const piece of document) pieces.push(piece);
  }
  pieces.push(Buffer.from(closing));
  return Buffer.concat(pieces);
}

type Counts = Pick<Found<unknown>, 'matched'> & { readonly count: number };

/** `numberMatched` is there where it is exact, and left out where only a bound is known. */
export function countsAndLinks({ count, matched }: Counts, links: readonly Link[]): string {
  const exact = matched?.isExact === true ? `"numberMatched":${matched.atLeast},` : '';
  return `${exact}"numberReturned":${count},"links":${JSON.stringify(links)}`;
}
