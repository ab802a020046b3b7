import { toInstant, toInstantOrNull } from '../../shared/dates.ts';
import type { UsageReport } from '../../usage/report-usage.ts';
import { limitsRecord, spentRecord } from '../../usage/usage-record.ts';

/** `end` is the first moment that does not count. */
export const usageRecord = ({ usage, usedThisYear, limits, period }: UsageReport, nowMs: number) => ({
  usage: { ...spentRecord(usage, { isEstimate: false }), ...limitsRecord(limits, usedThisYear) },
  start: toInstantOrNull(period.fromMs),
  end: toInstantOrNull(period.untilMs),
  response_timestamp: toInstant(nowMs),
});
