import type { AuditEntry } from '../../../accounts/audit.ts';
import type { AccountBounds, SavedSearchStore } from '../../../saved-searches/ports.ts';
import { appendAudit } from '../accounts/audit-log.ts';
import type { Sql } from '../database.ts';
import { type SavedSearchRow, savedSearchColumns } from './saved-search-rows.ts';

const marks = savedSearchColumns.map((_, index) => `$${index + 1}`).join(', ');
const insert = `INSERT INTO saved_searches (${savedSearchColumns.join(', ')}) VALUES (${marks})`;

/** All but what a row is found by. */
const changeable = savedSearchColumns.filter((column) => column !== 'id' && column !== 'account_id');
const update = `UPDATE saved_searches SET ${changeable.map((column, index) => `${column} = $${index + 4}`).join(', ')}
  WHERE id = $1 AND account_id = $2 AND edition = $3`;

type Kept = { readonly searches: number; readonly bytes: number };

/** What an account keeps beside this one; those of an account are counted one after the other. */
async function keptBeside(sql: Sql, { id, account_id: accountId }: SavedSearchRow): Promise<Kept> {
  await sql.get('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
  const kept = await sql.get<Kept>(
    `SELECT COUNT(*) AS searches, CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes
     FROM saved_searches WHERE account_id = $1 AND id <> $2`,
    [accountId, id],
  );
  return kept!;
}

type Creating = { readonly row: SavedSearchRow; readonly most: AccountBounds; readonly audit: AuditEntry };
type Replacing = {
  readonly row: SavedSearchRow;
  readonly edition: number;
  readonly most: Pick<AccountBounds, 'bytes'>;
  readonly audit: AuditEntry;
};

export const savedSearchVerbs = {
  async createSavedSearch(sql: Sql, { row, most, audit }: Creating): ReturnType<SavedSearchStore['create']> {
    const kept = await keptBeside(sql, row);
    if (kept.searches >= most.searches) return 'too_many';
    if (kept.bytes + row.bytes > most.bytes) return 'too_large';
    await sql.run(
      insert,
      savedSearchColumns.map((column) => row[column]),
    );
    await appendAudit(sql, audit);
    return 'created';
  },

  async replaceSavedSearch(
    sql: Sql,
    { row, edition, most, audit }: Replacing,
  ): ReturnType<SavedSearchStore['replace']> {
    if ((await keptBeside(sql, row)).bytes + row.bytes > most.bytes) return 'too_large';
    const values = changeable.map((column) => row[column]);
    if ((await sql.run(update, [row.id, row.account_id, edition, ...values])) === 0) return 'stale';
    await appendAudit(sql, audit);
    return 'replaced';
  },

  async deleteSavedSearch(
    sql: Sql,
    { accountId, id, audit }: { accountId: string; id: string; audit: AuditEntry },
  ): Promise<boolean> {
    const gone = await sql.run('DELETE FROM saved_searches WHERE id = $1 AND account_id = $2', [id, accountId]);
    if (gone > 0) await appendAudit(sql, audit);
    return gone > 0;
  },
};
