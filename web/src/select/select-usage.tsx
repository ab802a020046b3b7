import type { Select } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { areaText, costText } from '../ui/figures.ts';
import { type Age, ageNames, ages } from '../usage/ages.ts';

type SelectUsageProps = { readonly usage: NonNullable<Select['usage']> };

type Row = { readonly age: Age; readonly sqkm: number; readonly cost: number | null; readonly left: number };

/** What an order of all chosen tiles would use and cost. */
export function SelectUsage({ usage: { area, cost, available } }: SelectUsageProps) {
  const rows = ages.map((age) => ({
    age,
    sqkm: area[`${age}_imagery_sqkm`],
    cost: cost[`${age}_imagery_cost`],
    left: available[`${age}_imagery_balance`],
  }));
  return (
    <section className="panel" aria-labelledby="usage-title">
      <h2 id="usage-title">If you order all of it</h2>
      <DataTable label="Usage and cost by age" columns={columns} rows={rows} rowId={({ age }) => age} />
    </section>
  );
}

const columns: readonly Column<Row>[] = [
  { header: 'Imagery', cell: ({ age }) => ageNames[age] },
  { header: 'Area', isNumber: true, cell: ({ sqkm }) => areaText(sqkm) },
  { header: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
  // -1 is without limit.
  { header: 'Left this year', isNumber: true, cell: ({ left }) => (left < 0 ? 'no limit' : costText(left)) },
];
