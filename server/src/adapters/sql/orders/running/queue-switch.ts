import type { AuditEntry } from '../../../../accounts/audit.ts';
import type { QueueSwitch } from '../../../../orders/ports.ts';
import { appendAudit } from '../../accounts/audit-log.ts';
import type { Database, Sql } from '../../database.ts';

export const pausedAt = 'SELECT paused_at_ms FROM operating WHERE one = 1';
type PausedRow = { readonly paused_at_ms: number | null };

/** Since when nothing is claimed; null where the queue runs. */
export const readPausedAt = async (sql: Pick<Sql, 'get'>): Promise<number | null> =>
  (await sql.get<PausedRow>(pausedAt))?.paused_at_ms ?? null;

type Switching = { readonly atMs: number | null; readonly audit: AuditEntry };

export const queueSwitchVerbs = {
  /** False where it stood like that already. */
  async switchQueue(sql: Sql, { atMs, audit }: Switching): Promise<boolean> {
    const changed = await sql.run(
      `UPDATE operating SET paused_at_ms = $1 WHERE one = 1 AND paused_at_ms IS ${atMs === null ? 'NOT NULL' : 'NULL'}`,
      [atMs],
    );
    if (changed > 0) await appendAudit(sql, audit);
    return changed > 0;
  },
};

export const createQueueSwitch = (db: Database): QueueSwitch => ({
  pausedAtMs: () => readPausedAt(db.read),
  pause: (atMs, audit) => db.write('switchQueue', { atMs, audit }),
  resume: (audit) => db.write('switchQueue', { atMs: null, audit }),
});
