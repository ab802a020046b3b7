import { join } from 'node:path';
import { expect } from 'vitest';
import type { PictureArchive } from '../../http/imagery/picture-archive.ts';
import { acquisitions, cells, days } from './support-delivery-service.ts';

const { wide, other } = acquisitions;
const { west, east } = cells;

type Told<T> = { readonly value?: T; readonly error?: string; readonly message?: string };

/** What max_ard saw of a collection, beside what is in `wholeCollection`. */
export type CollectionReport = { readonly copy?: Told<readonly string[]>; readonly described?: Told<string> };

/** Where max_ard is told to look for a delivery. */
type CollectionPlace = { readonly path: string } | { readonly order: string };

/** What the script that reads collections is told. */
export const collectionPlan = ({ folder }: Pick<PictureArchive, 'folder'>, places: readonly CollectionPlace[]) => ({
  places,
  // By the number of bands.
  archive: {
    [wide]: { 3: join(folder, 'wide-visual.tif'), 4: join(folder, 'wide-ms.tif') },
    [other]: { 3: join(folder, 'other-visual.tif'), 4: join(folder, 'other-ms.tif') },
  },
  acquisition: wide,
  window: [15.02, 45.12, 15.03, 45.13],
  across: [15.05, 45.12, 15.08, 45.13],
  filters: {
    acquisition: { acq_id_in: [other] },
    zone: { zone_in: [33] },
    early: { latest_date: '2020-12-31' },
    late: { earliest_date: '2021-01-01' },
    area: { aoi: 'POLYGON ((15.08 45.12, 15.1 45.12, 15.1 45.13, 15.08 45.13, 15.08 45.12))' },
  },
});

const raster = {
  epsg: 32633,
  pixel: 10,
  is_tiled: true,
  covers_cell: true,
  is_as_in_archive: true,
};

const tile = (acquisition: string, cell: string, date: string) => ({
  acquisition,
  cell,
  date,
  shown: `<ARDTile of ${acquisition} at ${cell.replace('Z', 'z')}>`,
  platform: 'worldview-02',
  assets: ['data-mask', 'extent', 'item', 'ms_analytic', 'visual'],
  visual: { ...raster, bands: 3, type: 'uint8' },
  ms: { ...raster, bands: 4, type: 'uint16' },
  mask_is_geometry: true,
  mask_in_cell: true,
  mask_fills_raster: true,
  item: `${cell.slice(1).replace('-', '/')}/${acquisition}`,
});

const both = [
  [wide, west],
  [wide, east],
];

/** Tiles, acquisitions, stacks, dates, pixels as in the archive, and every filter. */
export const wholeCollection = {
  all: {
    value: {
      tiles: [tile(wide, west, days.wide), tile(wide, east, days.wide), tile(other, west, days.other)],
      acquisitions: { [wide]: [west, east], [other]: [west] },
      properties: [wide, other].map((id) => expect.objectContaining({ catalog_id: id }) as unknown),
      stacks: { [west]: [wide, other], [east]: [wide] },
      cells: [west, east],
      dates: [[days.wide, days.other], days.wide, days.other],
      zones: [33],
    },
  },
  windows: {
    value: [
      [wide, west, 3, 111, 79],
      [other, west, 3, 111, 79],
    ],
  },
  across: { value: [3, 111, 236] },
  filters: {
    acquisition: { value: [[other, west]] },
    zone: { value: [...both, [other, west]] },
    early: { value: both },
    late: { value: [[other, west]] },
    area: { value: [[wide, east]] },
  },
};
