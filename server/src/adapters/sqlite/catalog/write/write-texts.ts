import type { JsonObject } from '../../../../catalog/refuse.ts';
import { textOfItem } from '../../../../catalog/text/searchable-text.ts';
import type { Desk } from './desk.ts';
import { writeText } from './index-words.ts';
import { countWords } from './word-counts.ts';

const updateText = 'UPDATE OR FAIL texts SET text = ? WHERE pk = ?';
const deleteText = 'DELETE FROM texts WHERE pk = ?';

/** What can be searched by words of an item that is new; most items have nothing. */
export function addText({ index, tally }: Desk, pk: number, document: JsonObject): void {
  const text = textOfItem(document);
  if (text === '') return;
  index.words.insert(pk, text);
  countWords(tally, pk, text, 1);
}

/** After the item's row was written; what stays as it was is not written again. */
export function replaceText(desk: Desk, pk: number, oldDt: string, dt: string, document: JsonObject): void {
  const { prepare, index, tally } = desk;
  const old = readText(desk, pk);
  const text = textOfItem(document);
  if (old === text && oldDt === dt) return;
  if (text === '') return removeText(desk, pk, oldDt);
  if (old === '') writeText(prepare, pk, text);
  else {
    index.words.remove(pk, oldDt, old);
    countWords(tally, pk, old, -1);
    prepare(updateText).run(text, pk);
  }
  index.words.add(pk, text);
  countWords(tally, pk, text, 1);
}

export function removeText(desk: Desk, pk: number, dt: string): void {
  const text = readText(desk, pk);
  if (text === '') return;
  desk.index.words.remove(pk, dt, text);
  countWords(desk.tally, pk, text, -1);
  desk.prepare(deleteText).run(pk);
}

function readText({ prepare }: Pick<Desk, 'prepare'>, pk: number): string {
  const row = prepare('SELECT text FROM texts WHERE pk = ?').get(pk) as [string] | undefined;
  return row?.[0] ?? '';
}
