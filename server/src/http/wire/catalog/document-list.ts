import type { Found } from '../../../catalog/ports.ts';
import type { Link, Pieces } from './splice-links.ts';
import { WrittenJson } from './written-json.ts';

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
  return `${exact}"numberReturned":${count},"links":[${links.map(linkText).join(',')}]`;
}

/** A body, which may be long, is not written anew for each of them; relations and types are our own. */
function linkText(link: Link): string {
  const { rel, type, href, method, body, merge } = link;
  if (!(body instanceof WrittenJson)) return JSON.stringify(link);
  const end = merge === undefined ? '' : `,"merge":${merge}`;
  return `{"rel":"${rel}","type":"${type}","href":${JSON.stringify(href)},"method":"${method}","body":${body.text}${end}}`;
}
