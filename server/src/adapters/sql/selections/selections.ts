import type { SelectionStore } from '../../../select/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import type { Database } from '../database.ts';
import { readCursor, toPage } from '../keyset.ts';
import {
  type ListedRow,
  type SelectionRow,
  fullColumns,
  listedColumns,
  toListed,
  toSelection,
} from './selection-rows.ts';

const mostClaimed = 16;
/** Each batch is a transaction of its own: one that removed a month of selects would keep every other writer waiting. */
const sweptAtOnce = 20;

const byId = `SELECT ${fullColumns} FROM selections WHERE id = $1 AND expires_at_ms > $2`;
const pageOfSelections = `SELECT ${listedColumns} FROM selections
  WHERE account_id = $1 AND (created_at_ms, id) < ($2, $3) AND expires_at_ms > $4
  ORDER BY created_at_ms DESC, id DESC LIMIT $5`;

export function createSelectionStore(db: Database): SelectionStore {
  const ofAnyone: SelectionStore['ofAnyone'] = async (id, nowMs) => {
    const row = await db.read.get<SelectionRow>(byId, [id, nowMs]);
    return row === undefined ? null : toSelection(row);
  };

  return {
    create: (selection, outcome, leaseUntilMs) => db.write('createSelection', { selection, outcome, leaseUntilMs }),
    finish: (id, outcome) => db.write('finishSelection', { id, outcome }),
    async extendLease(ids, untilMs) {
      if (ids.length > 0) await db.write('leaseSelections', { ids, untilMs });
    },
    async giveBack(ids, nowMs) {
      if (ids.length > 0) await db.write('giveSelectionsBack', { ids, nowMs });
    },
    async claimLost(nowMs, leaseUntilMs) {
      const rows = await db.write('claimSelections', { nowMs, leaseUntilMs, limit: mostClaimed });
      return rows.map((row) => ({ selection: toSelection(row), attempts: row.attempts }));
    },
    async byId(accountId, id, nowMs) {
      const selection = await ofAnyone(id, nowMs);
      return selection?.accountId === accountId ? selection : null;
    },
    ofAnyone,
    async list(accountId, page, nowMs) {
      const { atMs, id } = readCursor(page.after);
      const rows = await db.read.all<ListedRow>(pageOfSelections, [accountId, atMs, id, nowMs, page.limit + 1]);
      return toPage(rows, page, (row) => ({ atMs: row.created_at_ms, id: row.id }), toListed);
    },
    packedCells: (id) => packedCells(db, id),
    async sweep(nowMs) {
      let swept = 0;
      for (;;) {
        const gone = await db.write('sweepSelections', { nowMs, limit: sweptAtOnce });
        swept += gone;
        if (gone < sweptAtOnce) return swept;
      }
    },
  };
}

async function* packedCells({ read }: Database, id: string): AsyncGenerator<string> {
  const counted = await read.get<{ pieces: number }>(
    'SELECT COUNT(*) AS pieces FROM selection_cells WHERE selection_id = $1',
    [id],
  );
  const pieces = counted?.pieces ?? 0;
  // Nothing of one that was swept would be taken for all of one that found nothing.
  if (pieces === 0 && (await read.get('SELECT id FROM selections WHERE id = $1', [id])) === undefined)
    throw new PlatformError('select_not_found', id);
  for (let piece = 0; piece < pieces; piece++) {
    const row = await read.get<{ packed: string }>(
      'SELECT packed FROM selection_cells WHERE selection_id = $1 AND piece = $2',
      [id, piece],
    );
    // A file that ends early would be taken for a whole one.
    if (row === undefined) throw new PlatformError('select_not_found', id);
    yield row.packed;
  }
}
