import type { Permission } from '../../../accounts/account.ts';
import type { ApiKey } from '../../../api-keys/api-key.ts';
import type { ApiKeyStore, StoredKey } from '../../../api-keys/ports.ts';
import type { Database } from '../database.ts';
import { packedMember, unpackMember } from '../accounts/member-rows.ts';
import { readCursor, toPage } from '../keyset.ts';
import { createUnpacker, packed, selectList } from '../packed-row.ts';
import type { Fields } from '../packed-row.ts';
import { parseShared, parseSharedOrNull } from '../shared-json.ts';

type KeyRow = {
  readonly key_id: string;
  readonly account_id: string;
  readonly key_name: string | null;
  readonly description: string | null;
  readonly project: string | null;
  readonly key_permissions: string;
  readonly is_restricted: number;
  readonly key_collections: string | null;
  readonly key_created_at_ms: number;
  readonly expires_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly used_at_ms: number | null;
  readonly used_address: string | null;
  readonly used_agent: string | null;
};

/** Of `api_keys k` and `api_key_uses u`. */
const keyFields: Fields<KeyRow> = {
  key_id: 'k.id',
  account_id: 'k.account_id',
  key_name: 'k.name',
  description: 'k.description',
  project: 'k.project',
  key_permissions: 'k.permissions',
  is_restricted: 'k.is_restricted',
  key_collections: 'k.collections',
  key_created_at_ms: 'k.created_at_ms',
  expires_at_ms: 'k.expires_at_ms',
  ended_at_ms: 'k.ended_at_ms',
  used_at_ms: 'u.used_at_ms',
  used_address: 'u.address',
  used_agent: 'u.agent',
};

const byLookup = `SELECT ${packed(keyFields)} AS key, ${packedMember} AS member
  FROM api_keys k
  JOIN accounts a ON a.id = k.account_id
  JOIN organizations o ON o.id = a.organization_id
  LEFT JOIN api_key_uses u ON u.key_id = k.id
  WHERE k.lookup = $1`;

const byId = `SELECT ${selectList(keyFields)} FROM api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id WHERE k.id = $1`;

const ofAccountWhere = (condition: string) => `SELECT ${selectList(keyFields)}, k.lookup, k.sealed
  FROM api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id
  WHERE k.account_id = $1${condition} ORDER BY k.created_at_ms DESC, k.id DESC`;
const ofAccount = ofAccountWhere('');
const pageOfAccount = `${ofAccountWhere(' AND (k.created_at_ms, k.id) < ($2, $3)')} LIMIT $4`;

function lastUsed(row: KeyRow): ApiKey['lastUsed'] {
  if (row.used_at_ms === null) return null;
  return { atMs: row.used_at_ms, address: row.used_address ?? '', agent: row.used_agent ?? '' };
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.key_id,
    accountId: row.account_id,
    name: row.key_name,
    description: row.description,
    project: row.project,
    permissions: parseShared(row.key_permissions) as readonly Permission[],
    isRestricted: row.is_restricted === 1,
    collections: parseSharedOrNull(row.key_collections) as readonly string[] | null,
    createdAtMs: row.key_created_at_ms,
    expiresAtMs: row.expires_at_ms,
    endedAtMs: row.ended_at_ms,
    lastUsed: lastUsed(row),
  };
}

type StoredRow = KeyRow & { readonly lookup: string; readonly sealed: string };
const toStored = (row: StoredRow): StoredKey => ({ key: toKey(row), lookup: row.lookup, sealed: row.sealed });

const unpackKey = createUnpacker(keyFields, toKey);

export function createApiKeyStore(db: Database): ApiKeyStore {
  return {
    create: (stored, { account, organization }, audit) =>
      db.write('createKey', { stored, owner: { account, organization }, audit }),
    async list(accountId) {
      return (await db.read.all<StoredRow>(ofAccount, [accountId])).map(toStored);
    },
    async page(accountId, page) {
      const { atMs, id } = readCursor(page.after);
      const rows = await db.read.all<StoredRow>(pageOfAccount, [accountId, atMs, id, page.limit + 1]);
      return toPage(rows, page, (row) => ({ atMs: row.key_created_at_ms, id: row.key_id }), toStored);
    },
    async byLookup(lookup) {
      const row = await db.read.get<{ key: string; member: string }>(byLookup, [lookup]);
      if (row === undefined) return null;
      const { account, organization } = unpackMember(row.member);
      return { account, organization, key: unpackKey(row.key) };
    },
    async byId(id) {
      const row = await db.read.get<KeyRow>(byId, [id]);
      return row === undefined ? null : toKey(row);
    },
    delete: (accountId, ids, audit) => db.write('deleteKeys', { accountId, ids, audit }),
    recordUse: (uses) => db.write('recordKeyUses', uses),
  };
}
