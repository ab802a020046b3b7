import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CutJob } from '../../../server/src/imagery/cut/cut-job.ts';
import { cutterOf } from '../support/cut-to-file.ts';
import { type ImageToMake, double, plainImage, short } from '../support/make-image.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';
import { sourceTiff } from '../support/source-image.ts';

export const zone = { epsg: 32633 };
export const [west, north] = [500_000, 5_000_000];

export type Shade = (column: number, row: number, band: number) => number;
type Place = { readonly west: number; readonly north: number; readonly size?: number; readonly epsg?: number };
type Made = Partial<ImageToMake> & { readonly isData?: (column: number, row: number) => boolean };

/** The bytes of a file that lies there. */
function mosaicSource(place: Place, shade: Shade, { isData, fields, ...image }: Made): Buffer {
  const { size = 1, epsg = zone.epsg } = place;
  const kind: ImageToMake = {
    ...plainImage,
    width: 200,
    height: 160,
    blocks: [64, 64],
    packing: 'deflate',
    ...image,
    fields: {
      33550: double(size, size, 0),
      33922: double(0, 0, 0, place.west, place.north, 0),
      34735: short(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg),
      ...fields,
    },
  };
  const { width, height, bands, bits } = kind;
  const samples = bits === 8 ? new Uint8Array(width * height * bands) : new Uint16Array(width * height * bands);
  for (let at = 0; at < samples.length; at++) {
    const pixel = Math.floor(at / bands);
    samples[at] = shade(pixel % width, Math.floor(pixel / width), at % bands);
  }
  const mask =
    isData &&
    Uint8Array.from({ length: width * height }, (_, at) => (isData(at % width, Math.floor(at / width)) ? 255 : 0));
  return sourceTiff(kind, [{ width, height, samples, ...(mask ? { mask } : {}) }]);
}

/** 300 m by 160 m: more than one file has. */
const cover = { crs: zone, box: [west, north - 160, west + 300, north] as const };
export const jobOf = (locations: readonly string[], more: Partial<CutJob> = {}): CutJob => ({
  location: locations[0]!,
  under: locations.slice(1),
  cover,
  pixels: 'own',
  clip: null,
  isDoubled: false,
  ...more,
});

/** A folder of files, and what cuts them. */
export function createMosaics() {
  const folder = mkdtempSync(join(tmpdir(), 'swath-mosaic-'));
  const file = (name: string) => join(folder, name);
  const cutToFile = cutterOf(folder);
  return {
    folder,
    file,
    cutToFile,
    /** A file of the folder; its location. */
    make(name: string, place: Place, shade: Shade, image: Made = {}): string {
      writeFileSync(file(name), mosaicSource(place, shade, image));
      return file(name);
    },
    async cut(job: CutJob) {
      const made = await cutToFile(job, file('out.tif'));
      const image = await openBytes(readFileSync(file('out.tif')));
      return { made: made!, image, pixels: await image.readPixels(0, wholeLevel(image)) };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
