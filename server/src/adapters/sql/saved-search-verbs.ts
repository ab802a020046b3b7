import type { Sql } from './database.ts';
import { type SavedSearchRow, savedSearchColumns } from './saved-search-rows.ts';

const marks = savedSearchColumns.map((_, index) => `$${index + 1}`).join(', ');
const insert = `INSERT INTO saved_searches (${savedSearchColumns.join(', ')}) VALUES (${marks})`;

/** All but what a row is found by. */
const changeable = savedSearchColumns.filter((column) => column !== 'id' && column !== 'account_id');
const update = `UPDATE saved_searches SET ${changeable.map((column, index) => `${column} = $${index + 4}`).join(', ')}
  WHERE id = $1 AND account_id = $2 AND edition = $3`;

export const savedSearchVerbs = {
  async createSavedSearch(sql: Sql, { row, most }: { row: SavedSearchRow; most: number }): Promise<boolean> {
    // Those of an account are counted one after the other.
    await sql.get('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [row.account_id]);
    const counted = await sql.get<{ searches: number }>(
      'SELECT COUNT(*) AS searches FROM saved_searches WHERE account_id = $1',
      [row.account_id],
    );
    if ((counted?.searches ?? 0) >= most) return false;
    await sql.run(
      insert,
      savedSearchColumns.map((column) => row[column]),
    );
    return true;
  },

  async replaceSavedSearch(sql: Sql, { row, edition }: { row: SavedSearchRow; edition: number }): Promise<boolean> {
    const values = changeable.map((column) => row[column]);
    return (await sql.run(update, [row.id, row.account_id, edition, ...values])) > 0;
  },

  deleteSavedSearch: async (sql: Sql, { accountId, id }: { accountId: string; id: string }): Promise<boolean> =>
    (await sql.run('DELETE FROM saved_searches WHERE id = $1 AND account_id = $2', [id, accountId])) > 0,
};
