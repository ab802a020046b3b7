import type { AcquisitionShare, DryRun, Usage } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { areaText, costText, countText } from '../ui/figures.ts';
import { Notice } from '../ui/notice.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { LongTable } from './long-table.tsx';

type DryRunResultProps = { readonly found: DryRun };

/** What the order would be, and cost. */
export function DryRunResult({ found }: DryRunResultProps) {
  const { usage, tiles, acquisitions, warnings } = found;
  return (
    <>
      <Notice kind="success" title="The order can be placed">
        <p>
          {countText(tiles)} {tiles === 1 ? 'tile' : 'tiles'}, {areaText(usage.area.total_imagery_sqkm)},{' '}
          {priceText(usage)}
        </p>
      </Notice>
      <Warnings texts={warnings} />
      <DataTable label="Cost by age of imagery" columns={ageColumns} rows={agesOf(usage)} rowId={({ name }) => name} />
      <LongTable label="Ordered acquisitions" columns={shareColumns} rows={acquisitions} rowId={({ id }) => id} />
    </>
  );
}

const priceText = ({ cost: { total_imagery_cost: cost } }: Usage) => (cost === null ? '' : 'at most ') + costText(cost);

type Age = { readonly name: string; readonly sqkm: number; readonly cost: number | null };

const ages = [
  ['fresh', 'Fresh'],
  ['standard', 'Standard'],
  ['training', 'Training'],
  ['total', 'All imagery'],
] as const;

const agesOf = ({ area, cost }: Usage): readonly Age[] =>
  ages.map(([age, name]) => ({ name, sqkm: area[`${age}_imagery_sqkm`], cost: cost[`${age}_imagery_cost`] }));

const ageColumns: readonly Column<Age>[] = [
  { header: 'Age', cell: ({ name }) => name },
  { header: 'Area', isNumber: true, cell: ({ sqkm }) => areaText(sqkm) },
  { header: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
];

const shareColumns: readonly Column<AcquisitionShare>[] = [
  { header: 'Acquisition', isWord: true, cell: ({ id }) => id },
  { header: 'Collection', cell: ({ collection }) => collection },
  { header: 'Tiles', isNumber: true, cell: ({ tiles }) => countText(tiles) },
  { header: 'Area', isNumber: true, cell: ({ area_sqkm: sqkm }) => areaText(sqkm) },
  { header: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
];
