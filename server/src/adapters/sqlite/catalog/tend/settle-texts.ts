import { documentOf } from '../../../../catalog/stored-document.ts';
import { textVersion } from '../../../../catalog/text/words-of.ts';
import type { Desk } from '../write/desk.ts';
import type { Prepare } from '../file/statements.ts';
import { readState, writeState } from '../file/state.ts';
import { replaceText } from '../write/write-texts.ts';

const itemsAtOnce = 200;

/** Where items were stored before there were texts, or by another rule, a pass over all of them follows in chunks. */
export function settleTexts(prepare: Prepare): void {
  if (readState(prepare, 'text_version') === String(textVersion)) return;
  const isEmpty = prepare('SELECT 1 FROM items LIMIT 1').get() === undefined;
  writeState(prepare, 'text_version', String(textVersion));
  writeState(prepare, 'texts_read', isEmpty ? null : '0');
}

/** Until then a search by words looks at documents. */
export const areTextsReady = (prepare: Prepare): boolean => readState(prepare, 'texts_read') === null;

/** One chunk of the pass; false where there is none. */
export function readSomeTexts(desk: Desk): boolean {
  const { prepare } = desk;
  const after = readState(prepare, 'texts_read');
  if (after === null) return false;
  const rows = prepare(
    'SELECT i.pk, i.dt, d.document FROM items i CROSS JOIN documents d ON d.pk = i.pk WHERE i.pk > ? ORDER BY i.pk LIMIT ?',
  ).all(Number(after), itemsAtOnce) as [number, string, Uint8Array][];
  for (const [pk, dt, document] of rows) replaceText(desk, pk, dt, dt, documentOf(document));
  writeState(prepare, 'texts_read', rows.length === 0 ? null : String(rows.at(-1)![0]));
  return true;
}
