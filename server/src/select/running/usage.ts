import type { Organization } from '../../accounts/account.ts';
import { usageOfAreas } from '../../usage/price-usage.ts';
import { limitsRecord, spentRecord } from '../../usage/usage-record.ts';
import type { Usage } from '../../usage/usage.ts';
import type { SelectSummary } from '../selection.ts';

type Terms = Pick<Organization, 'limits' | 'prices'>;

/** What an order of all chosen tiles would use and cost, beside what the organization has left of its limits. */
export const usageOf = (
  { areaSqkm }: Pick<SelectSummary, 'areaSqkm'>,
  { limits, prices }: Terms,
  usedThisYear: Usage,
) => ({
  ...spentRecord(usageOfAreas(areaSqkm, prices), { isEstimate: true }),
  ...limitsRecord(limits, usedThisYear),
});
