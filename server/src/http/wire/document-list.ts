import type { Found } from '../../catalog/ports.ts';
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

/** `numberMatched` is there where it is exact, and left out where only a bound is known. */
export function countsAndLinks({ found, matched }: Pick<Found<unknown>, 'found' | 'matched'>, links: readonly Link[]) {
  const exact = matched?.isExact === true ? `"numberMatched":${matched.atLeast},` : '';
  return `${exact}"numberReturned":${found.length},"links":${JSON.stringify(links)}`;
}
