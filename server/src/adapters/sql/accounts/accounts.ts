import { emailKey } from '../../../accounts/account.ts';
import type { AccountFilter, AccountStore } from '../../../accounts/ports.ts';
import type { Vault } from '../../../vault/vault.ts';
import { anAdministrator } from './account-verbs.ts';
import type { Database } from '../database.ts';
import { readCursor, toPage } from '../keyset.ts';
import { accountFields, memberById, memberFields, toAccount, toMember } from './member-rows.ts';
import type { AccountRow, MemberRow } from './member-rows.ts';
import { createOrganizationReads } from './organizations.ts';
import { sealMail } from '../notifications/outbox.ts';
import { selectList } from '../packed-row.ts';

const byEmail = `SELECT ${selectList(memberFields)}, a.password_hash
  FROM accounts a JOIN organizations o ON o.id = a.organization_id WHERE a.email_key = $1`;

/** No organization is without an account. */
const ofOrganization = `SELECT ${selectList(memberFields)}
  FROM accounts a JOIN organizations o ON o.id = a.organization_id WHERE o.id = $1 LIMIT 1`;

const pageWhere = (also: readonly string[]) => `SELECT ${selectList(accountFields)} FROM accounts a
  WHERE ${[...also, '(a.created_at_ms, a.id) < ($1, $2)'].join(' AND ')}
  ORDER BY a.created_at_ms DESC, a.id DESC LIMIT $3`;

/** Small letters; and a name as it is typed too: PostgreSQL with the locale C knows none beyond ASCII. */
const holding = (folded: number, typed: number) =>
  `(a.email_key LIKE $${folded} ESCAPE '!' OR LOWER(a.name) LIKE $${folded} ESCAPE '!' OR a.name LIKE $${typed} ESCAPE '!')`;
const patternOf = (text: string) => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;

function filterOf({ organizationId, contains }: AccountFilter, from: number) {
  const ofOne = organizationId === undefined ? [] : [organizationId];
  const next = from + ofOne.length;
  return {
    conditions: [
      ...ofOne.map(() => `a.organization_id = $${from}`),
      ...(contains === undefined ? [] : [holding(next, next + 1)]),
    ],
    values: [...ofOne, ...(contains === undefined ? [] : [contains.toLowerCase(), contains].map(patternOf))],
  };
}

export function createAccountStore(db: Database, vault: Vault): AccountStore {
  return {
    create(input, audit, invitation) {
      if (invitation === undefined) return db.write('createAccount', { input, audit });
      const { link, mail, audit: invited } = invitation;
      const stored = { link, mail: sealMail(vault, mail, invited.atMs), audit: invited };
      return db.write('createAccount', { input, audit, invitation: stored });
    },
    createFirstAdministrator: (input, audit) => db.write('createFirstAdministrator', { input, audit }),
    hasActiveAdministrator: async () => (await db.read.get(anAdministrator)) !== undefined,
    async byId(id) {
      const row = await db.read.get<MemberRow>(memberById, [id]);
      return row === undefined ? null : toMember(row);
    },
    async organizationById(id) {
      const row = await db.read.get<MemberRow>(ofOrganization, [id]);
      return row === undefined ? null : toMember(row).organization;
    },
    async credentialsByEmail(email) {
      const row = await db.read.get<MemberRow & { password_hash: string | null }>(byEmail, [emailKey(email)]);
      return row === undefined ? null : { ...toMember(row), passwordHash: row.password_hash };
    },
    async list(page) {
      const { atMs, id } = readCursor(page.after);
      const { conditions, values } = filterOf(page, 4);
      const rows = await db.read.all<AccountRow>(pageWhere(conditions), [atMs, id, page.limit + 1, ...values]);
      return toPage(rows, page, (row) => ({ atMs: row.account_created_at_ms, id: row.account_id }), toAccount);
    },
    ...createOrganizationReads(db.read),
    change: (id, patch, audit) => db.write('changeAccount', { id, patch, audit }),
    setPassword(id, passwordHash, audit, { mail, ...options } = {}) {
      const sealed = mail === undefined ? null : sealMail(vault, mail, audit.atMs);
      return db.write('setPassword', { id, passwordHash, audit, mail: sealed, ...options });
    },
    rehash: (id, from, to) => db.write('rehashPassword', { id, from, to }),
  };
}
