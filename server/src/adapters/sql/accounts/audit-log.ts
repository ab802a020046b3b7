import type { AuditEntry } from '../../../accounts/audit.ts';
import type { AuditLog } from '../../../accounts/ports.ts';
import { hourMs } from '../../../shared/clock.ts';
import type { Database, Sql } from '../database.ts';
import { readCursor, toPage } from '../keyset.ts';

type AuditRow = {
  readonly id: string;
  readonly at_ms: number;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly action: string;
  readonly target_id: string | null;
  readonly detail: string;
  readonly address: string | null;
  readonly request_id: string | null;
};

const columns = 'id, at_ms, actor_id, actor, action, target_id, detail, address, request_id';

/** Called by other verbs, so that a deed and its record are one transaction. */
export async function appendAudit(sql: Sql, entry: AuditEntry, found: Record<string, unknown> = {}): Promise<void> {
  await sql.run(`INSERT INTO audit_log (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    entry.id,
    entry.atMs,
    entry.actorId,
    entry.actor,
    entry.action,
    entry.targetId,
    JSON.stringify({ ...entry.detail, ...found }),
    entry.address,
    entry.requestId,
  ]);
}

const sameSince = `SELECT id FROM audit_log
  WHERE target_id = $1 AND at_ms > $2 AND at_ms <= $3 AND action = $4 AND address = $5 LIMIT 1`;

/** What the same address did to the same target that often is told once an hour. */
export async function appendHourly(sql: Sql, entry: AuditEntry): Promise<void> {
  const { targetId, atMs, action, address } = entry;
  const told = await sql.get(sameSince, [targetId, atMs - hourMs, atMs, action, address]);
  if (told === undefined) await appendAudit(sql, entry);
}

/** The mark first: what is younger than that cannot be deleted. */
async function sweepAudit(sql: Sql, { beforeMs, limit }: { beforeMs: number; limit: number }): Promise<number> {
  await sql.run('UPDATE operating SET audit_from_ms = $1 WHERE audit_from_ms < $1', [beforeMs]);
  return sql.run(
    'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at_ms < $1 ORDER BY at_ms, id LIMIT $2)',
    [beforeMs, limit],
  );
}

export const auditVerbs = {
  appendAudit: (sql: Sql, entry: AuditEntry) => appendAudit(sql, entry),
  sweepAudit,
};

/** So that nobody waits long for the writer. */
const sweptAtOnce = 1_000;

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    atMs: row.at_ms,
    actorId: row.actor_id,
    actor: row.actor,
    action: row.action,
    targetId: row.target_id,
    detail: JSON.parse(row.detail) as AuditEntry['detail'],
    address: row.address,
    requestId: row.request_id,
  };
}

const listAll = `SELECT ${columns} FROM audit_log WHERE (at_ms, id) < ($1, $2)
  ORDER BY at_ms DESC, id DESC LIMIT $3`;
const listTarget = `SELECT ${columns} FROM audit_log WHERE target_id = $4 AND (at_ms, id) < ($1, $2)
  ORDER BY at_ms DESC, id DESC LIMIT $3`;

export function createAuditLog(db: Database): AuditLog {
  return {
    append: (entry) => db.write('appendAudit', entry),
    async sweep(beforeMs) {
      for (let swept = 0; ;) {
        const gone = await db.write('sweepAudit', { beforeMs, limit: sweptAtOnce });
        swept += gone;
        if (gone < sweptAtOnce) return swept;
      }
    },
    async list(page) {
      const { atMs, id } = readCursor(page.after);
      const params = [atMs, id, page.limit + 1];
      const rows =
        page.targetId === undefined
          ? await db.read.all<AuditRow>(listAll, params)
          : await db.read.all<AuditRow>(listTarget, [...params, page.targetId]);
      return toPage(rows, page, (row) => ({ atMs: row.at_ms, id: row.id }), toEntry);
    },
  };
}
