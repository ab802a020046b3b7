import type { UsageLog, UsagePeriod } from '../../../usage/ports.ts';
import type { Database } from '../database.ts';
import { always, sumUsage, usageByAccount, usageByOrganization } from '../orders/order-budget.ts';
import { readUsageParts } from './usage-parts.ts';

export function createUsageLog(db: Database): UsageLog {
  const { read } = db;
  const sum = async (text: string, id: string, { fromMs, untilMs }: UsagePeriod) => {
    return sumUsage(read, text, [id, fromMs ?? always.fromMs, untilMs ?? always.untilMs]);
  };

  return {
    ofOrganization: async (organizationId, period) => (await sum(usageByOrganization, organizationId, period)).usage,
    ofAccount: async (accountId, period) => (await sum(usageByAccount, accountId, period)).usage,
    async countedOfOrganization(organizationId, period) {
      const { usage, priced } = await sum(usageByOrganization, organizationId, period);
      return { ...usage, cost: priced };
    },
    parts: (owner, by, period, most) => readUsageParts(read, owner, by, period, most),
    countRequests: (counts) => db.write('countRequests', counts),
  };
}
