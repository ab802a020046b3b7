import type { AuditEntry } from '../../../accounts/audit.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { appendAudit } from '../accounts/audit-log.ts';
import type { Sql } from '../database.ts';
import { addHourCount } from '../usage/rate-counts.ts';

type Claimant = { readonly identity: string; readonly organizationId: string };

/** A running order, or one that has delivered, with other content at the same place. The id keeps an order from meeting itself. */
export const occupantOf = `SELECT id FROM orders
  WHERE is_managed = 0 AND bucket_identity = $1 AND prefix = $2 AND (content_key < $3 OR content_key > $3)
    AND (state = 'RUNNING' OR tiles_delivered > 0) AND id <> $4
  ORDER BY id LIMIT 1`;

const foreignOwner = `SELECT b.organization_id FROM bucket_owners b
  WHERE b.identity = $1 AND b.organization_id <> $2
    AND NOT EXISTS (SELECT 1 FROM bucket_grants g WHERE g.identity = $1 AND g.organization_id = $2)`;

export async function isForeignBucket(sql: Sql, { identity, organizationId }: Claimant): Promise<boolean> {
  return (await sql.get(foreignOwner, [identity, organizationId])) !== undefined;
}

/** Makes all who decide about what lies there take turns, also those of other organizations. */
export async function lockBucket(sql: Sql, identity: string): Promise<void> {
  await sql.get('SELECT identity FROM bucket_owners WHERE identity = $1 FOR UPDATE', [identity]);
}

/** The first to come owns it; false where another was first. */
export async function claimBucket(sql: Sql, claimant: Claimant): Promise<boolean> {
  const { identity, organizationId } = claimant;
  const claimed = await sql.run(
    'INSERT INTO bucket_owners (identity, organization_id) VALUES ($1, $2) ON CONFLICT (identity) DO NOTHING',
    [identity, organizationId],
  );
  return claimed > 0 || !(await isForeignBucket(sql, claimant));
}

export const failedProbesOf = (accountId: string): string => `failed-probes:${accountId}`;

export const orderBucketVerbs = {
  countFailedProbe: (sql: Sql, { accountId, nowMs }: { accountId: string; nowMs: number }): Promise<number> =>
    addHourCount(sql, nowMs, { identity: failedProbesOf(accountId), used: 1 }),

  countBucketTest: (sql: Sql, { accountId, nowMs }: { accountId: string; nowMs: number }): Promise<number> =>
    addHourCount(sql, nowMs, { identity: `bucket-tests:${accountId}`, used: 1 }),

  /** A bucket that nobody has delivered to is then that organization's own. */
  async grantBucket(sql: Sql, { audit, ...claimant }: Claimant & { readonly audit: AuditEntry }): Promise<void> {
    const { identity, organizationId } = claimant;
    const known = await sql.get('SELECT id FROM organizations WHERE id = $1', [organizationId]);
    if (known === undefined) throw new PlatformError('not_found');
    await claimBucket(sql, claimant);
    await sql.run('INSERT INTO bucket_grants (identity, organization_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      identity,
      organizationId,
    ]);
    await appendAudit(sql, audit);
  },
};
