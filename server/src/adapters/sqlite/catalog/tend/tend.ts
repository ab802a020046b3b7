import { parseItem } from '../../../../catalog/item.ts';
import { indexVersion, streamsOf } from '../../../../catalog/plan/streams.ts';
import { documentOf } from '../../../../catalog/stored-document.ts';
import { PlatformError } from '../../../../shared/errors.ts';
import { clearingSlots, declareProperties, writeClearing } from './declare-properties.ts';
import type { Desk } from '../write/desk.ts';
import { areEqual, dtOf, haveSameEntries, rowOf } from '../file/item-row.ts';
import { footprintIn, readItemRow, replaceRow } from '../write/put-items.ts';
import { readState, writeState } from '../file/state.ts';
import { tendFacts } from './tend-facts.ts';
import { fillRollups, settleRollups } from './settle-rollups.ts';
import { readSomeTexts } from './settle-texts.ts';
import { replaceText } from '../write/write-texts.ts';

const itemsAtOnce = 200;
const valuesAtOnce = 5_000;

/** One chunk of what declared properties and a new index still need; false when there is nothing left. */
export function tend(desk: Desk, declared: readonly string[]): boolean {
  const [clearing, ...others] = clearingSlots(desk);
  if (clearing !== undefined) {
    if (!clearSome(desk, clearing)) {
      writeClearing(desk, others);
      declareProperties(desk, declared);
    }
    return true;
  }
  if (fillRollups(desk)) return true;
  if (readSomeTexts(desk)) return true;
  const after = readState(desk.prepare, 'reindex');
  if (after === null) return tendFacts(desk);
  reindexSome(desk, Number(after));
  return true;
}

/** False where nothing was left. */
function clearSome({ prepare, memory }: Desk, slot: number): boolean {
  return memory.fresh.props.names.some((table) => {
    const some = `SELECT value, dt, id, collection FROM ${table} WHERE slot = ?1 LIMIT ?2`;
    const clear = `DELETE FROM ${table} WHERE slot = ?1 AND (value, dt, id, collection) IN (${some})`;
    return prepare(clear).run(slot, valuesAtOnce).changes > 0;
  });
}

function reindexSome(desk: Desk, after: number): void {
  const { prepare, memory } = desk;
  const rows = prepare('SELECT pk, document FROM documents WHERE pk > ? ORDER BY pk LIMIT ?').all(
    after,
    itemsAtOnce,
  ) as [number, Uint8Array][];
  for (const [pk, document] of rows) reindex(desk, pk, document);
  const last = rows.at(-1)?.[0];
  if (last !== undefined) return writeState(prepare, 'reindex', String(last));
  prepare('UPDATE declared SET is_ready = 1').run();
  memory.forgetDeclared();
  settleRollups(desk);
  writeState(prepare, 'index_version', String(indexVersion));
  writeState(prepare, 'reindex', null);
}

function reindex(desk: Desk, pk: number, document: Uint8Array): void {
  const { memory } = desk;
  const item = readAgain(document);
  if (item === null) return;
  const old = readItemRow(desk, pk);
  const streams = streamsOf(item, memory.collectionNumber(item.collection)!);
  const row = rowOf(item, memory.readSlots(item.document), streams);
  desk.prepare('UPDATE documents SET footprint = ?1 WHERE pk = ?2 AND footprint IS NOT ?1').run(footprintIn(item), pk);
  // A slot that served another property, or the same one before, may hold the value but has none in `props`.
  const isFilling = memory.declared().some(({ isReady }) => !isReady);
  if (isFilling || !areEqual(old, row)) replaceRow(desk, pk, old, row, !isFilling && haveSameEntries(old, row));
  replaceText(desk, pk, dtOf(old), dtOf(row), item.document);
}

/** Null where a later release would refuse it: it stays as it was indexed. */
function readAgain(document: Uint8Array): ReturnType<typeof parseItem> | null {
  try {
    return parseItem(documentOf(document));
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}
