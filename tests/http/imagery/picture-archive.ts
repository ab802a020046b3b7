import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import type { Samples } from '../../../server/src/imagery/pixels.ts';
import type { StartOptions } from '../../support/start-service.ts';
import { type ImageToMake, directoryOf, double, plainImage, short } from '../../imagery/support/make-image.ts';
import { buildTiff } from '../../imagery/support/tiff-builder.ts';
import { type WriteService, startWriteService } from '../../stac/writes-fixture.ts';

/** A service with a folder of imagery, and what tests look at in pictures. */
export type PictureArchive = Omit<WriteService, 'item'> & {
  /** The document as it is stored. */
  readonly stored: WriteService['item'];
  readonly folder: string;
  /** Writes a file into the archive; its `file:` URL. */
  file(name: string, bytes: Uint8Array): string;
  /** Stores an item over such a file in the collection `scenes`. */
  item(id: string, parts: ItemParts): Promise<void>;
  picture(path: string, credential?: { readonly token?: string; readonly key?: string }): Promise<Response>;
};

export type ItemParts = {
  readonly epsg?: number;
  /** In metres of the zone: west, south, east, north. */
  readonly bounds?: readonly [number, number, number, number];
  readonly geometry?: unknown;
  readonly bbox?: readonly number[];
  readonly assets: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly collection?: string;
};

export async function startPictureArchive(
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<PictureArchive> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'swath-archive-')));
  const swath = await startWriteService({ SWATH_ARCHIVE_ROOTS: folder, ...settings }, options);
  await swath.collection('scenes');
  return {
    ...swath,
    stored: swath.item,
    folder,
    file(name, bytes) {
      writeFileSync(join(folder, name), bytes);
      return pathToFileURL(join(folder, name)).href;
    },
    async item(id, { epsg = 32633, bounds = quarters.bounds, collection = 'scenes', ...parts }) {
      const geometry = parts.geometry === undefined ? footprint(epsg, bounds) : parts.geometry;
      const json = {
        type: 'Feature',
        stac_version: '1.1.0',
        id,
        geometry,
        ...(parts.bbox === undefined ? {} : { bbox: parts.bbox }),
        properties: { datetime: '2026-05-01T10:00:00Z', gsd: 1, ...parts.properties },
        links: [],
        assets: parts.assets,
      };
      const answer = await swath.send('POST', `/collections/${collection}/items`, { json });
      if (answer.status !== 201) throw new Error(`storing an item answered ${answer.status}: ${answer.text}`);
    },
    picture(path, { token, key } = { token: swath.token }) {
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'vendor-api-key': key } : {}),
      };
      return fetch(swath.url + path, { headers });
    },
    stop: async () => {
      await swath.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const tiff = (href: string, more: object = {}) => ({
  href,
  type: 'image/tiff; application=geotiff; profile=cloud-optimized',
  roles: ['visual', 'data'],
  ...more,
});

const projections = createProjections();

export const toDegrees = (epsg: number, x: number, y: number): readonly [number, number] =>
  projections.between({ epsg }, { epsg: 4326 })(x, y);

export function footprint(epsg: number, [west, south, east, north]: readonly [number, number, number, number]) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners.map(([x, y]) => toDegrees(epsg, x!, y!))] };
}

/** The tile in which a place lies, and the pixel of it. */
export function tileAt(epsg: number, x: number, y: number, z: number, size = 256) {
  const [longitude, latitude] = toDegrees(epsg, x, y);
  const across = ((longitude + 180) / 360) * 2 ** z;
  const down = ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
  const [tileX, tileY] = [Math.floor(across), Math.floor(down)];
  return {
    path: `${z}/${tileX}/${tileY}`,
    column: Math.floor((across - tileX) * size),
    row: Math.floor((down - tileY) * size),
  };
}

/** Red, green, blue and alpha of a picture's pixel, and its size. */
export async function pixelsOf(picture: Response | Uint8Array) {
  const bytes = picture instanceof Uint8Array ? picture : new Uint8Array(await picture.arrayBuffer());
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (column: number, row: number): readonly number[] => {
    const place = (row * info.width + column) * 4;
    return [...data.subarray(place, place + 4)];
  };
  return { width: info.width, height: info.height, data, at };
}

export const geoFields = (
  epsg: number,
  pixel: number,
  [x, y]: readonly [number, number],
): NonNullable<ImageToMake['fields']> => ({
  33550: double(pixel, pixel, 0),
  33922: double(0, 0, 0, x, y, 0),
  34735: short(1, 1, 0, 2, 1024, 0, 1, epsg === 4326 ? 2 : 1, epsg === 4326 ? 2048 : 3072, 0, 1, epsg),
});

export const makeImage = (image: Partial<ImageToMake>, draw: (column: number, row: number, band: number) => number) => {
  const whole: ImageToMake = { ...plainImage, blocks: [128, 128], packing: 'deflate', ...image };
  const { width, height, bands, bits } = whole;
  const samples: Samples =
    bits === 8 ? new Uint8Array(width * height * bands) : new Uint16Array(width * height * bands);
  for (let at = 0; at < samples.length; at++) {
    const pixel = Math.floor(at / bands);
    samples[at] = draw(pixel % width, Math.floor(pixel / width), at % bands);
  }
  return buildTiff({ order: whole.order, isBig: whole.isBig, directories: [directoryOf(whole, samples)] });
};

const colours = [
  [200, 40, 40],
  [40, 180, 40],
  [40, 40, 220],
  [230, 230, 230],
] as const;

/** 400 m a side in four quarters: red, green, blue, and nearly white, from the north-west. */
export const quarters = {
  epsg: 32633,
  bounds: [500_000, 5_399_600, 500_400, 5_400_000] as readonly [number, number, number, number],
  colours,
  bytes: (more: Partial<ImageToMake> = {}, epsg = 32633, origin: readonly [number, number] = [500_000, 5_400_000]) =>
    makeImage(
      { width: 400, height: 400, fields: geoFields(epsg, 1, origin), ...more },
      (column, row, band) => colours[(row < 200 ? 0 : 2) + (column < 200 ? 0 : 1)]![band]!,
    ),
};

export const tilesOf = (item: string, collection = 'scenes') => `/streaming/v1/tiles/${collection}/${item}`;

/** In the red quarter. */
export const inRed = [quarters.bounds[0] + 100, quarters.bounds[3] - 100] as const;

/** What a path is refused with. */
export async function errorOf(archive: PictureArchive, path: string, credential?: { token?: string; key?: string }) {
  const answer = await archive.picture(path, credential);
  return { status: answer.status, message: ((await answer.json()) as { message: string }).message };
}
