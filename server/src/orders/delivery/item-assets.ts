import type { JsonObject } from '../../catalog/refuse.ts';
import { bandNames } from '../../imagery/band-names.ts';
import type { Crs } from '../../imagery/georeference.ts';
import type { Band, SampleType } from '../../imagery/image.ts';
import type { GroundGrid } from '../../imagery/raster.ts';
import { spelledNodata } from '../../imagery/sample-values.ts';
import { type TileFileName, safeId } from './layout.ts';

/** What is said of the pixels of a raster. */
export type RasterFacts = {
  readonly ground: GroundGrid;
  /** Where they are known. */
  readonly sampleType?: SampleType;
  readonly bands?: readonly Band[];
  readonly nodata?: number | null;
};

/** A file of the tile, as its item tells of it. */
export type ItemFile = {
  readonly name: TileFileName;
  readonly byteLength: number;
  /** In hex. */
  readonly sha256: string;
  /** Null for masks. */
  readonly raster: RasterFacts | null;
};

export const cogType = 'image/tiff; application=geotiff; profile=cloud-optimized';
export const geoPackageType = 'application/geopackage+sqlite3';

type Kind = { readonly key: string; readonly title: string; readonly type: string; readonly roles: readonly string[] };

const kinds: Readonly<Record<TileFileName, Kind>> = {
  'visual.tif': { key: 'visual', title: 'Visual image', type: cogType, roles: ['data', 'visual'] },
  'ms.tif': { key: 'ms_analytic', title: 'Multispectral image', type: cogType, roles: ['data'] },
  'pan.tif': { key: 'pan_analytic', title: 'Panchromatic image', type: cogType, roles: ['data'] },
  'data-mask.gpkg': { key: 'data-mask', title: 'Where there is imagery', type: geoPackageType, roles: ['data-mask'] },
  'cloud-mask.gpkg': { key: 'cloud-mask', title: 'Where there are clouds', type: geoPackageType, roles: ['cloud'] },
};

/** What shows a tile best, in this order. */
const showings: readonly TileFileName[] = ['visual.tif', 'ms.tif', 'pan.tif'];

/** One for each file; `visual` wherever there is a raster, for clients of this family look for it whatever was ordered. */
export function itemAssets(acquisitionId: string, files: readonly ItemFile[]): Readonly<Record<string, JsonObject>> {
  const best = showings.flatMap((name) => files.find((file) => file.name === name) ?? []).slice(0, 1);
  return Object.fromEntries([
    ...best.map((file) => ['visual', assetOf(acquisitionId, file)] as const),
    ...files
      .filter(({ name }) => name !== 'visual.tif')
      .map((file) => [kinds[file.name].key, assetOf(acquisitionId, file)] as const),
  ]);
}

function assetOf(acquisitionId: string, { name, byteLength, sha256, raster }: ItemFile): JsonObject {
  const { title, type, roles } = kinds[name];
  return {
    href: `./${safeId(acquisitionId)}-${name}`,
    type,
    title,
    roles,
    'file:size': byteLength,
    // A multihash: SHA-256, of 32 bytes.
    'file:checksum': `1220${sha256}`,
    ...(raster === null ? {} : rasterMembers(raster)),
  };
}

function rasterMembers({ ground, sampleType, bands, nodata }: RasterFacts): JsonObject {
  const { width, height, crs, pixelToWorld } = ground;
  const [a, , , d] = pixelToWorld;
  const band = {
    ...(sampleType === undefined ? {} : { data_type: sampleType }),
    ...(typeof nodata === 'number' ? { nodata: spelledNodata(nodata) } : {}),
    spatial_resolution: Math.round(Math.hypot(a, d) * 1e9) / 1e9,
  };
  return {
    ...systemMembers(crs),
    'proj:shape': [height, width],
    'proj:transform': pixelToWorld,
    ...(bands === undefined ? {} : { 'eo:bands': bands.map(spectralBand), 'raster:bands': bands.map(() => band) }),
  };
}

/** Readers choose bands by these names. */
function spectralBand(band: Band, index: number): JsonObject {
  const { name, common } = bandNames(band, index);
  return { name, ...(common === undefined ? {} : { common_name: common }) };
}

/** Also said of the item; repeated, for readers of assets look here first. */
const systemMembers = (crs: Crs): JsonObject =>
  'epsg' in crs ? { 'proj:code': `EPSG:${crs.epsg}`, 'proj:epsg': crs.epsg } : {};
