import type { UsageReport } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { areaText, costText } from '../ui/figures.ts';
import { type Age, ageNames, ages } from './ages.ts';
import { Share } from './share.tsx';

type UsageTableProps = { readonly report: UsageReport };

type Row = {
  readonly age: Age;
  readonly sqkm: number;
  readonly share: number;
  readonly cost: number | null;
  readonly limit: number;
  readonly left: number;
};

export function UsageTable({ report }: UsageTableProps) {
  return (
    <section className="panel" aria-label="Usage by age of imagery">
      <DataTable label="Usage" columns={columns} rows={rowsOf(report)} rowId={({ age }) => age} />
      <p className="hint">Limits are those of this year; what is left of them counts running orders.</p>
    </section>
  );
}

function rowsOf({ usage: { area, cost, limits, available } }: UsageReport): readonly Row[] {
  const total = area.total_imagery_sqkm;
  return ages.map((age) => ({
    age,
    sqkm: area[`${age}_imagery_sqkm`],
    share: total === 0 ? 0 : area[`${age}_imagery_sqkm`] / total,
    cost: cost[`${age}_imagery_cost`],
    limit: age === 'total' ? limits.annual_subscription_fee_limit : limits[`${age}_imagery_fee_limit`],
    left: available[`${age}_imagery_balance`],
  }));
}

/** -1 is without limit. */
const limitText = (amount: number): string => (amount < 0 ? 'no limit' : costText(amount));

const columns: readonly Column<Row>[] = [
  { header: 'Imagery', cell: ({ age }) => ageNames[age] },
  {
    header: 'Area',
    isNumber: true,
    cell: ({ sqkm, share, age }) => (
      <>
        {areaText(sqkm)}
        {age !== 'total' && <Share of={share} />}
      </>
    ),
  },
  { header: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
  { header: 'Limit', isNumber: true, cell: ({ limit }) => limitText(limit) },
  { header: 'Left', isNumber: true, cell: ({ left }) => limitText(left) },
];
