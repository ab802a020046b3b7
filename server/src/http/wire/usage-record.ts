import { toInstant } from '../../shared/dates.ts';
import type { UsageReport } from '../../usage/report-usage.ts';
import { limitsRecord, spentRecord } from '../../usage/usage-record.ts';

/** `end` is the first moment that does not count. */
export const usageRecord = ({ usage, usedThisYear, limits, period }: UsageReport, nowMs: number) => ({
  usage: { ...spentRecord(usage, { isEstimate: false }), ...limitsRecord(limits, usedThisYear) },
  start: instantOrNull(period.fromMs),
  end: instantOrNull(period.untilMs),
  response_timestamp: toInstant(nowMs),
});

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
