import type { Bucket, Buckets, PutOptions } from '../../buckets/ports.ts';
import type { FeatureFileWriter, FeatureLayers } from '../../geometry/feature-layers.ts';
import type { ImageryReader } from '../../imagery/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type RasterProduct, rasterProducts } from '../order.ts';
import type { DeliveryHooks, DeliveryJob } from '../ports.ts';
import type { DeliveredFile } from '../tile.ts';
import { cloudMaskLayers, dataMaskLayers } from './data-mask.ts';
import { cogType, geoPackageType } from './item-assets.ts';
import { geoJsonType, jsonBytes } from './json-document.ts';
import { type TileFileName, itemKey, rasterFileName, tileFileKey } from './layout.ts';
import { namedSources, retell } from './named-sources.ts';
import type { CutRasters } from './ports.ts';
import { rasterJob } from './raster-job.ts';
import { refuseOtherSources } from './refuse-other-sources.ts';
import { type ItemFile, tileItem } from './stac-item.ts';

export type DeliveryNeeds = {
  readonly buckets: Buckets;
  readonly imagery: ImageryReader;
  readonly rasters: CutRasters;
  readonly writeGeoPackage: FeatureFileWriter;
};

/** A file of the tile, for its record and for its item. */
type Delivered = { readonly file: DeliveredFile; readonly told: ItemFile };
type Delivery = { readonly needs: DeliveryNeeds; readonly job: DeliveryJob; readonly put: Put };
type Put = (key: string, body: Parameters<Bucket['put']>[1], options: Announced) => Promise<DeliveredFile>;
type Announced = Pick<PutOptions, 'contentType' | 'byteLength' | 'sha256'>;

/** Cuts a tile's rasters and puts them into the bucket with its masks, then its item: whoever sees that has all of it. */
export async function deliverTile(
  needs: DeliveryNeeds,
  job: DeliveryJob,
  hooks: DeliveryHooks,
): Promise<readonly DeliveredFile[]> {
  const bucket = await needs.buckets.open(job.output.target, job.access);
  try {
    const requirePlace = () => refuseOtherSources(bucket, job, hooks.signal);
    await requirePlace();
    // Another order may deliver the tile meanwhile: whoever has put its item there first keeps the place.
    const confirm = () => requirePlace().then(hooks.confirm);
    const delivery: Delivery = { needs, job, put: putterTo(bucket, { ...hooks, confirm }) };
    const delivered: Delivered[] = [];
    for (const product of rasterProducts.filter((each) => job.settings.rasters.includes(each))) {
      const raster = await deliverRaster(delivery, product, hooks.signal);
      if (raster !== null) delivered.push(raster);
    }
    // Masks may be ordered alone.
    if (delivered.length === 0 && job.settings.rasters.length > 0) return nothingShown(job);
    delivered.push(...(await deliverMasks(delivery, hooks.signal)));
    const item = await deliverItem(
      delivery,
      delivered.map(({ told }) => told),
    );
    return [...delivered.map(({ file }) => file), item];
  } finally {
    bucket.close();
  }
}

/** No files: a footprint may reach farther than its pixels, and that is no failure. */
function nothingShown(job: DeliveryJob): readonly DeliveredFile[] {
  if (job.settings.rasters.some((product) => rasterJob(job, product) !== null)) return [];
  throw new PlatformError('invalid_parameters', 'the imagery has none of the rasters that were ordered');
}

const putterTo =
  (bucket: Bucket, { confirm, signal }: DeliveryHooks): Put =>
  async (key, body, options) => {
    const ending = signal === undefined ? {} : { signal };
    const { byteLength, sha256, etag } = await bucket.put(key, body, { ...options, ...ending, beforeCommit: confirm });
    return { key, byteLength, sha256, etag, contentType: options.contentType };
  };

async function deliverRaster(
  { needs, job, put }: Delivery,
  product: RasterProduct,
  signal?: AbortSignal,
): Promise<Delivered | null> {
  signal?.throwIfAborted();
  const raster = rasterJob(job, product);
  if (raster === null) return null;
  const name = rasterFileName(product);
  const key = tileFileKey(job.output.prefix, job.spec, name);
  const cut = needs.rasters.cut(
    raster.job,
    namedSources(needs.imagery, raster.names),
    async (made) => {
      const { byteLength, sha256, ground, sampleType, bands, nodata } = made;
      const file = await put(key, made.bytes(), { contentType: cogType, byteLength, sha256 });
      return { file, told: { name, byteLength, sha256, raster: { ground, sampleType, bands, nodata } } };
    },
    signal,
  );
  return cut.catch((cause: unknown) => {
    throw retell(cause, raster.names);
  });
}

async function deliverMasks(delivery: Delivery, signal?: AbortSignal): Promise<readonly Delivered[]> {
  const { job } = delivery;
  const { hasDataMask, hasCloudMask } = job.settings;
  const data = hasDataMask ? await deliverMask(delivery, 'data-mask.gpkg', dataMaskLayers(job), signal) : null;
  const clouds = hasCloudMask ? await deliverMask(delivery, 'cloud-mask.gpkg', cloudMaskLayers(job), signal) : null;
  return [data, clouds].filter((each) => each !== null);
}

async function deliverMask(
  { needs, job, put }: Delivery,
  name: TileFileName,
  layers: FeatureLayers | null,
  signal?: AbortSignal,
): Promise<Delivered | null> {
  if (layers === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of needs.writeGeoPackage(layers, signal)) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const key = tileFileKey(job.output.prefix, job.spec, name);
  const file = await put(key, body, { contentType: geoPackageType, byteLength: body.length });
  return { file, told: { name, byteLength: body.length, sha256: file.sha256, raster: null } };
}

function deliverItem({ job, put }: Delivery, files: readonly ItemFile[]): Promise<DeliveredFile> {
  const { spec, settings, aoi, output } = job;
  const body = jsonBytes(tileItem({ spec, settings, aoi, files }));
  return put(itemKey(output.prefix, spec), body, { contentType: geoJsonType, byteLength: body.length });
}
