import type { SelectionOutcome } from '../../../select/ports.ts';
import { type Selection, figuresOf } from '../../../select/selection.ts';
import type { Sql } from '../database.ts';
import { type SelectionRow, fullColumns } from './selection-rows.ts';
import { toJsonOrNull } from '../shared-json.ts';

type Creation = {
  readonly selection: Selection;
  readonly outcome: SelectionOutcome | null;
  readonly leaseUntilMs: number | null;
};

async function insertSelection(sql: Sql, { selection, leaseUntilMs }: Creation): Promise<void> {
  const { id, accountId, createdAtMs, expiresAtMs, grants, request } = selection;
  await sql.run(
    `INSERT INTO selections (id, account_id, status, created_at_ms, expires_at_ms, name, stack_depth, grants, request,
       lease_until_ms, attempts)
     VALUES ($1, $2, 'RUNNING', $3, $4, $5, $6, $7, $8, $9, 1)`,
    [
      id,
      accountId,
      createdAtMs,
      expiresAtMs,
      request.name,
      request.stackDepth,
      toJsonOrNull(grants),
      JSON.stringify(request),
      leaseUntilMs,
    ],
  );
}

async function finishSelection(sql: Sql, { id, outcome }: { id: string; outcome: SelectionOutcome }): Promise<boolean> {
  const survey = outcome.status === 'SUCCEEDED' ? outcome.survey : null;
  const finished = await sql.run(
    `UPDATE selections SET status = $2, summary = $3, figures = $4, failure = $5, lease_until_ms = NULL
     WHERE id = $1 AND status = 'RUNNING'`,
    [
      id,
      outcome.status,
      survey === null ? null : JSON.stringify(survey.summary),
      survey === null ? null : JSON.stringify(figuresOf(survey.summary)),
      outcome.status === 'FAILED' ? outcome.failure : null,
    ],
  );
  if (finished === 0) return false;
  for (const [piece, packed] of (survey?.packedCells ?? []).entries())
    await sql.run('INSERT INTO selection_cells (selection_id, piece, packed) VALUES ($1, $2, $3)', [id, piece, packed]);
  return true;
}

type Claim = { readonly nowMs: number; readonly leaseUntilMs: number; readonly limit: number };

async function claimSelections(sql: Sql, { nowMs, leaseUntilMs, limit }: Claim): Promise<readonly SelectionRow[]> {
  const lost = await sql.all<{ id: string }>(
    `SELECT id FROM selections WHERE status = 'RUNNING' AND lease_until_ms <= $1 AND expires_at_ms > $1
     ORDER BY lease_until_ms, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [nowMs, limit],
  );
  const claimed: SelectionRow[] = [];
  for (const { id } of lost) {
    // Counted here and not afterwards, so that one that kills its surveyor runs out of attempts too.
    const row = await sql.get<SelectionRow>(
      `UPDATE selections SET lease_until_ms = $2, attempts = attempts + 1 WHERE id = $1 RETURNING ${fullColumns}`,
      [id, leaseUntilMs],
    );
    if (row !== undefined) claimed.push(row);
  }
  return claimed;
}

export const selectionVerbs = {
  /** A finished one becomes visible with all of its cells at once. */
  async createSelection(sql: Sql, creation: Creation): Promise<void> {
    await insertSelection(sql, creation);
    const { selection, outcome } = creation;
    if (outcome !== null) await finishSelection(sql, { id: selection.id, outcome });
  },

  finishSelection,
  claimSelections,

  async leaseSelections(sql: Sql, { ids, untilMs }: { ids: readonly string[]; untilMs: number }): Promise<void> {
    // Sorted, so that two transactions take the same rows in the same order.
    for (const id of [...ids].sort())
      await sql.run(`UPDATE selections SET lease_until_ms = $2 WHERE id = $1 AND status = 'RUNNING'`, [id, untilMs]);
  },

  async giveSelectionsBack(sql: Sql, { ids, nowMs }: { ids: readonly string[]; nowMs: number }): Promise<void> {
    for (const id of [...ids].sort())
      await sql.run(
        `UPDATE selections SET lease_until_ms = $2, attempts = attempts - 1 WHERE id = $1 AND status = 'RUNNING'`,
        [id, nowMs],
      );
  },

  async sweepSelections(sql: Sql, { nowMs, limit }: { nowMs: number; limit: number }): Promise<number> {
    const expired = await sql.all<{ id: string }>(
      `SELECT id FROM selections WHERE expires_at_ms <= $1 ORDER BY expires_at_ms, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [nowMs, limit],
    );
    for (const { id } of expired) await sql.run('DELETE FROM selections WHERE id = $1', [id]);
    return expired.length;
  },
};
