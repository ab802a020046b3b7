import type { Bucket } from '../../../server/src/buckets/ports.ts';
import { jsonBytes } from '../../../server/src/orders/delivery/json-document.ts';
import { itemKey, tileFileKey } from '../../../server/src/orders/delivery/layout.ts';
import { type ItemFile, tileItem } from '../../../server/src/orders/delivery/stac-item.ts';
import type { OrderTile, TileSpec } from '../../../server/src/orders/tile.ts';
import { order, sha256 } from './support-orders.ts';

const ground = {
  width: 500,
  height: 500,
  crs: { epsg: 32633 },
  pixelToWorld: [10, 0, 500_000, 0, -10, 5_000_000],
} as const;

/** A tile with the item that it would have; its rasters are small texts. */
export async function putTile(bucket: Bucket, number: number, spec: TileSpec, prefix: string): Promise<OrderTile> {
  const names = ['visual.tif', 'data-mask.gpkg'] as const;
  const bodies = names.map((name) => [tileFileKey(prefix, spec, name), Buffer.from(name)] as const);
  const files: ItemFile[] = names.map((name) => ({
    name,
    byteLength: name.length,
    sha256: sha256(name),
    raster: name === 'visual.tif' ? { ground } : null,
  }));
  const item = jsonBytes(tileItem({ spec, settings: order.settings, aoi: null, files }));
  const delivered = [];
  for (const [key, body] of [...bodies, [itemKey(prefix, spec), item] as const]) {
    const contentType = 'application/octet-stream';
    delivered.push({ key, contentType, ...(await bucket.put(key, body, { contentType })) });
  }
  const { acquisitionId, cellId } = spec;
  return { number, acquisitionId, cellId, state: 'delivered', attempts: 1, error: null, files: delivered };
}
