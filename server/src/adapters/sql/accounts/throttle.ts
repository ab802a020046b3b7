import type { AuditEntry } from '../../../accounts/audit.ts';
import type { ThrottleStore } from '../../../accounts/ports.ts';
import type { Database, Sql } from '../database.ts';
import { appendAudit } from './audit-log.ts';

type Failure = {
  readonly subjects: readonly string[];
  readonly nowMs: number;
  readonly forgetAfterMs: number;
  readonly audit: AuditEntry | null;
};

export const throttleVerbs = {
  async countFailures(sql: Sql, input: Failure) {
    // Within the same transaction: a known account must not take longer than an unknown one.
    if (input.audit !== null) await appendAudit(sql, input.audit);
    const counts = new Map<string, number>();
    // Sorted, so that two transactions take the same rows in the same order.
    for (const subject of [...input.subjects].sort()) {
      const row = await sql.get<{ failures: number }>(
        `INSERT INTO throttle (subject, failures, last_failure_ms) VALUES ($1, 1, $2)
         ON CONFLICT (subject) DO UPDATE SET
           failures = CASE WHEN throttle.last_failure_ms < $3 THEN 1 ELSE throttle.failures + 1 END,
           last_failure_ms = excluded.last_failure_ms
         RETURNING failures`,
        [subject, input.nowMs, input.nowMs - input.forgetAfterMs],
      );
      counts.set(subject, row!.failures);
    }
    return input.subjects.map((subject) => counts.get(subject)!);
  },

  async clearFailures(sql: Sql, subjects: readonly string[]): Promise<void> {
    for (const subject of [...subjects].sort()) await sql.run('DELETE FROM throttle WHERE subject = $1', [subject]);
  },

  async forgiveFailures(sql: Sql, { account, address, most }: { account: string; address: string; most: number }) {
    const held = 'SELECT failures FROM throttle WHERE subject = $1 FOR UPDATE';
    // Sorted, as above.
    for (const subject of [account, address].sort()) await sql.get(held, [subject]);
    const own = (await sql.get<{ failures: number }>(held, [account]))?.failures ?? 0;
    await sql.run('DELETE FROM throttle WHERE subject = $1', [account]);
    const less = 'CASE WHEN failures > $2 THEN failures - $2 ELSE 0 END';
    await sql.run(`UPDATE throttle SET failures = ${less} WHERE subject = $1`, [address, Math.min(own, most)]);
  },

  sweepFailures: (sql: Sql, olderThanMs: number) =>
    sql.run('DELETE FROM throttle WHERE last_failure_ms < $1', [olderThanMs]),
};

const stateOf = 'SELECT failures, last_failure_ms FROM throttle WHERE subject = $1';

export function createThrottleStore(db: Database): ThrottleStore {
  async function readOne(subject: string) {
    const row = await db.read.get<{ failures: number; last_failure_ms: number }>(stateOf, [subject]);
    return { failures: row?.failures ?? 0, lastFailureMs: row?.last_failure_ms ?? 0 };
  }

  return {
    read: (subjects) => Promise.all(subjects.map(readOne)),
    fail: (subjects, nowMs, forgetAfterMs, audit = null) =>
      db.write('countFailures', { subjects, nowMs, forgetAfterMs, audit }),
    clear: (subjects) => db.write('clearFailures', subjects),
    forgive: (account, address, most) => db.write('forgiveFailures', { account, address, most }),
    sweep: (olderThanMs) => db.write('sweepFailures', olderThanMs),
  };
}
