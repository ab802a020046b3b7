import type { FeeLimits } from '../../../accounts/account.ts';
import { type AgeClass, type Usage, ageClasses, byAge } from '../../../usage/usage.ts';
import { type Excess, type Year, balanceOf, excessOf, isUnlimited } from '../../../usage/balance.ts';
import type { Sql, Value } from '../database.ts';

type UsageRow = {
  readonly [Column in `${'area' | 'cost'}_${AgeClass}`]: number | null;
} & { readonly [Column in `unpriced_${AgeClass}`]: number | null };

const sums = ageClasses
  .map(
    (age) => `SUM(area_${age}) AS area_${age}, SUM(cost_${age}) AS cost_${age},
      SUM(CASE WHEN cost_${age} IS NULL THEN 1 ELSE 0 END) AS unpriced_${age}`,
  )
  .join(', ');

const usageBy = (column: 'organization_id' | 'account_id') =>
  `SELECT ${sums} FROM orders WHERE ${column} = $1 AND created_at_ms >= $2 AND created_at_ms < $3`;

export const usageByOrganization = usageBy('organization_id');
export const usageByAccount = usageBy('account_id');
export const always = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER };

/** Of the six columns, in the order in which every statement names them. */
export const usageValues = ({ area, cost }: Usage): readonly Value[] => [
  ...ageClasses.map((age) => area[age]),
  ...ageClasses.map((age) => cost[age]),
];

/** The two stores add in different orders: what that changes is far behind these digits. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
export const toCents = (amount: number): number => rounded(amount, 2);

type Summed = { readonly usage: Usage; /** Without those that have no price. */ readonly priced: Usage['cost'] };

/** What the orders used together; a class with an order of no price has no cost. */
export async function sumUsage(sql: Pick<Sql, 'get'>, text: string, params: readonly Value[]): Promise<Summed> {
  const row = await sql.get<UsageRow>(text, params);
  const priced = byAge((age) => toCents(row?.[`cost_${age}`] ?? 0));
  const cost = byAge((age) => ((row?.[`unpriced_${age}`] ?? 0) > 0 ? null : priced[age]));
  return { priced, usage: { area: byAge((age) => rounded(row?.[`area_${age}`] ?? 0, 6)), cost } };
}

/** The limit that it would exceed beside all that is used and held of what was placed then; under a lock on the organization. */
export async function excessOfOrganization(
  sql: Sql,
  organizationId: string,
  { fromMs, untilMs }: Year,
  asked: Usage,
): Promise<Excess | null> {
  const row = await sql.get<{ limits: string }>('SELECT limits FROM organizations WHERE id = $1', [organizationId]);
  const limits = JSON.parse(row!.limits) as FeeLimits;
  if (isUnlimited(limits)) return null;
  const { priced } = await sumUsage(sql, usageByOrganization, [organizationId, fromMs, untilMs]);
  return excessOf(balanceOf(limits, { cost: priced }), asked);
}
