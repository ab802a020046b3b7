import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type PictureArchive, startPictureArchive, tiff } from '../../http/imagery/picture-archive.ts';
import { inZone } from '../../imagery/jobs/georeferenced.ts';
import type { StartOptions } from '../../support/start-service.ts';

/** The wide one lies in both cells, the other in the western one: three tiles. Ids of a form that max_ard knows. */
export const acquisitions = { wide: '103001005D31F500', other: '103001005D31F600' } as const;
export const cells = { west: 'Z33-120000022000', east: 'Z33-120000022001' } as const;
export const days = { wide: '2020-07-10', other: '2021-01-16' } as const;

/** A service that delivers from two acquisitions of 10 m a pixel. */
export async function startDeliveryService(
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<PictureArchive> {
  const archive = await startPictureArchive(settings, options);
  await storeAcquisitions(archive);
  return archive;
}

const [west, north] = [500_100, 4_999_900];
const pixelMetres = 10;
const rows = 480;

async function storeAcquisitions(archive: PictureArchive): Promise<void> {
  for (const [name, columns] of [
    ['wide', 980],
    ['other', 480],
  ] as const) {
    const raster = (image: object) =>
      inZone(32633, west, north, pixelMetres, { width: columns, height: rows, ...image });
    const visual = archive.file(`${name}-visual.tif`, raster({}));
    const ms = archive.file(`${name}-ms.tif`, raster({ bands: 4, bits: 16 }));
    await archive.item(acquisitions[name], {
      bounds: [west, north - rows * pixelMetres, west + columns * pixelMetres, north],
      assets: { visual: tiff(visual), ms_analytic: tiff(ms, { roles: ['data'] }) },
      properties: {
        datetime: `${days[name]}T10:20:30Z`,
        gsd: pixelMetres,
        platform: 'worldview-02',
        'eo:cloud_cover': 1,
        'view:off_nadir': 12,
        'view:sun_elevation': 50,
      },
    });
  }
}

/** Orders both acquisitions and waits for the end; the order's id. */
export async function placeOrder(
  swath: PictureArchive,
  bucket: string,
  prefix: string,
  more: object = {},
): Promise<string> {
  const json = { acquisitions: Object.values(acquisitions), output_config: { bucket, prefix }, ...more };
  const placed = await swath.send('POST', '/order', { json });
  if (placed.status !== 200) throw new Error(`ordering answered ${placed.status}: ${placed.text}`);
  const { id } = placed.json<{ id: string }>();
  for (;;) {
    const { state, status_message: message } = (await swath.send('GET', `/order/${id}`)).json<Record<string, string>>();
    if (state === 'SUCCEEDED') return id;
    if (state !== 'RUNNING') throw new Error(`the order ended ${state}: ${message}`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

/** Where a bucket by name is on the disk. */
export const bucketFolder = ({ dataFolder }: Pick<PictureArchive, 'dataFolder'>, name: string) =>
  join(dataFolder, 'buckets', name);

/** Files below a folder whose names end so. */
export const filesBelow = (folder: string, ending = ''): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
