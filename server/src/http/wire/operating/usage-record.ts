import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';
import type { UsageBreakdown } from '../../../usage/break-down-usage.ts';
import type { UsageReport } from '../../../usage/report-usage.ts';
import { limitsRecord, spentRecord } from '../../../usage/usage-record.ts';
import type { UsagePart, UsageShare } from '../../../usage/usage-share.ts';

/** `end` is the first moment that does not count. */
export const usageRecord = ({ usage, usedThisYear, limits, period }: UsageReport, nowMs: number) => ({
  usage: { ...spentRecord(usage, { isEstimate: false }), ...limitsRecord(limits, usedThisYear) },
  start: toInstantOrNull(period.fromMs),
  end: toInstantOrNull(period.untilMs),
  response_timestamp: toInstant(nowMs),
});

export const breakdownRecord = ({ by, shares, hasMore, period }: UsageBreakdown, nowMs: number) => ({
  by,
  data: shares.map((share) => shareRecord(by, share)),
  has_more: hasMore,
  start: toInstantOrNull(period.fromMs),
  end: toInstantOrNull(period.untilMs),
  response_timestamp: toInstant(nowMs),
});

const shareRecord = (by: UsagePart, share: UsageShare) => ({
  ...partRecord(by, share.of),
  name: share.name,
  requests: share.requests,
  orders: share.orders,
  area_sqkm: share.areaSqkm,
  cost: share.cost,
  delivered_bytes: share.deliveredBytes,
});

function partRecord(by: UsagePart, of: string | null) {
  if (by === 'day') return { day: of ?? '', kind: 'day' } as const;
  const kind = of === null ? 'unknown' : of !== '' ? by : by === 'key' ? 'sign_in' : 'none';
  const id = of === '' ? null : of;
  return by === 'key' ? { key_id: id, kind } : { project_id: id, kind };
}
