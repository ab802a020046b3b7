import type { SelectedTile } from '../../selection.ts';

/** More rows nobody reads. */
const mostRows = 2_000;

type Totals = {
  readonly id: string;
  readonly date: string;
  readonly platform: unknown;
  tiles: number;
  area: number;
  /** Lowest and highest over its tiles; null where no tile says. */
  cloudFree: readonly [number, number] | null;
  offNadir: readonly [number, number] | null;
};

/** What each acquisition gives to the select. */
export function createAcquisitionTotals() {
  const byId = new Map<string, Totals>();
  return {
    add(tile: SelectedTile): void {
      const totals = byId.get(tile.acquisition_id) ?? begun(tile);
      byId.set(totals.id, totals);
      totals.tiles += 1;
      totals.area += tile['aoi:data_area_sqkm'];
      totals.cloudFree = widened(totals.cloudFree, tile['aoi:cloud_free_percentage']);
      totals.offNadir = widened(totals.offNadir, tile['view:off_nadir']);
    },
    sum: () => ({
      acquisitions: byId.size,
      tiles: [...byId.values()].reduce((sum, { tiles }) => sum + tiles, 0),
      area: [...byId.values()].reduce((sum, { area }) => sum + area, 0),
    }),
    newestFirst: (): readonly Totals[] =>
      [...byId.values()].sort((a, b) => compared(b.date, a.date) || compared(a.id, b.id)).slice(0, mostRows),
  };
}

const begun = ({ acquisition_id, date, platform }: SelectedTile): Totals => ({
  id: acquisition_id,
  date,
  platform: platform ?? null,
  tiles: 0,
  area: 0,
  cloudFree: null,
  offNadir: null,
});

function widened(range: readonly [number, number] | null, value: unknown): readonly [number, number] | null {
  if (typeof value !== 'number') return range;
  return range === null ? [value, value] : [Math.min(range[0], value), Math.max(range[1], value)];
}

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
