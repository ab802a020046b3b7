import { textVersion } from '../../../../catalog/text/words-of.ts';
import type { Prepare } from '../file/statements.ts';

/** `text`: what `q` searches, where it was asked for and is kept as this release reads it. */
export type CollectionDocument = {
  readonly number: number;
  readonly document: Uint8Array;
  readonly text: string | null;
};

const rowsAtOnce = 250;

type Row = readonly [
  number: number,
  revision: number,
  document: Uint8Array,
  text: string | null,
  version: number | null,
];

const columns = (isTextWanted: boolean): string =>
  `c.number, c.revision, c.document, ${isTextWanted ? 'f.text, f.text_version' : 'NULL, NULL'} FROM collections c
   ${isTextWanted ? 'LEFT JOIN collection_facts f ON f.number = c.number' : ''}`;

/** In pieces: there may be very many. `check` stops it. */
export function* everyCollectionDocument(
  prepare: Prepare,
  isTextWanted: boolean,
  check: () => void,
): Generator<CollectionDocument> {
  const some = `SELECT ${columns(isTextWanted)} WHERE c.number > ? ORDER BY c.number LIMIT ${rowsAtOnce}`;
  for (let after = 0; ;) {
    const rows = prepare(some).all(after) as unknown as readonly Row[];
    for (const row of rows) yield documentIn(row);
    check();
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)![0];
  }
}

/** Those that changed after a revision. */
export function* changedCollections(
  prepare: Prepare,
  revision: number,
  isTextWanted: boolean,
  check: () => void,
): Generator<CollectionDocument> {
  const some = `SELECT ${columns(isTextWanted)} WHERE c.revision > ? ORDER BY c.revision LIMIT ${rowsAtOnce}`;
  for (let after = revision; ;) {
    const rows = prepare(some).all(after) as unknown as readonly Row[];
    for (const row of rows) yield documentIn(row);
    check();
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)![1];
  }
}

const documentIn = ([number, , document, text, version]: Row): CollectionDocument => ({
  number,
  document,
  text: version === textVersion ? text : null,
});
