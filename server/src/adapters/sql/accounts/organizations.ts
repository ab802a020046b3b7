import type { AccountStore, Holdings, OrganizationEntry } from '../../../accounts/ports.ts';
import type { Sql } from '../database.ts';
import { readCursor, toPage } from '../keyset.ts';
import { type OrganizationRow, organizationFields, toOrganization } from './member-rows.ts';
import { selectList } from '../packed-row.ts';

type EntryRow = OrganizationRow & { readonly accounts: number; readonly active_accounts: number };

const entry = `SELECT o.id AS organization_id, ${selectList(organizationFields)},
  (SELECT COUNT(*) FROM accounts a WHERE a.organization_id = o.id) AS accounts,
  (SELECT COUNT(*) FROM accounts a WHERE a.organization_id = o.id AND a.is_active = 1) AS active_accounts
  FROM organizations o`;

const entryById = `${entry} WHERE o.id = $1`;
const pageOfEntries = `${entry} WHERE (o.created_at_ms, o.id) < ($1, $2)
  ORDER BY o.created_at_ms DESC, o.id DESC LIMIT $3`;

const toEntry = (row: EntryRow): OrganizationEntry => ({
  organization: toOrganization(row),
  accounts: row.accounts,
  activeAccounts: row.active_accounts,
});

const held = `SELECT
  (SELECT COUNT(*) FROM api_keys WHERE account_id = $1 AND ended_at_ms IS NULL AND expires_at_ms > $2) AS keys,
  (SELECT COUNT(*) FROM sessions WHERE account_id = $1 AND expires_at_ms > $2) AS sessions,
  (SELECT COUNT(*) FROM orders WHERE account_id = $1 AND state = 'RUNNING') AS orders,
  (SELECT COUNT(*) FROM saved_searches WHERE account_id = $1 AND is_paused = 0) AS searches`;

type HeldRow = {
  readonly keys: number;
  readonly sessions: number;
  readonly orders: number;
  readonly searches: number;
};

/** What administrators look at; changes are made by verbs. */
export const createOrganizationReads = (
  read: Sql,
): Pick<AccountStore, 'organizations' | 'organizationEntry' | 'holdings'> => ({
  async organizations(page) {
    const { atMs, id } = readCursor(page.after);
    const rows = await read.all<EntryRow>(pageOfEntries, [atMs, id, page.limit + 1]);
    return toPage(rows, page, (row) => ({ atMs: row.organization_created_at_ms, id: row.organization_id }), toEntry);
  },
  async organizationEntry(id) {
    const row = await read.get<EntryRow>(entryById, [id]);
    return row === undefined ? null : toEntry(row);
  },
  async holdings(id, nowMs): Promise<Holdings> {
    const row = await read.get<HeldRow>(held, [id, nowMs]);
    const { keys, sessions, orders, searches } = row!;
    return { keys, sessions, runningOrders: orders, savedSearches: searches };
  },
});
