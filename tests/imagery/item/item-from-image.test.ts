import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProjections } from '../../../server/src/adapters/proj4/projections.ts';
import { parseItem } from '../../../server/src/catalog/item.ts';
import { geodesicAreaM2 } from '../../support/geodesic-area.ts';
import type { Polygon } from '../../../server/src/geometry/geojson.ts';
import { itemFromImage } from '../../../server/src/imagery/item/item-from-image.ts';
import { hasStacFiles, whyNoStacFiles } from '../../stac/support-stac-files.ts';
import { stacProblems } from '../../stac/support-stac-schemas.ts';
import { type ImageToMake, ascii, double, drawSamples, makeTiff, plainImage, short } from '../support/make-image.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';

const request = { id: 'scene', datetime: '2026-05-01T10:00:00Z' };

/** 30 cm pixels near Vienna, in the zone of the code given. */
const placed = (
  epsg: number,
  scale: readonly [number, number],
  tie: readonly [number, number],
): ImageToMake['fields'] => ({
  33550: double(...scale, 0),
  33922: double(0, 0, 0, ...tie, 0),
  34735: short(1, 1, 0, 2, 1024, 0, 1, epsg === 4326 ? 2 : 1, epsg === 4326 ? 2048 : 3072, 0, 1, epsg),
});

const make = (image: Partial<ImageToMake>) => openBytes(makeTiff({ ...plainImage, ...image }));
const itemOf = async (bytes: Uint8Array) => itemFromImage(await openBytes(bytes), createProjections(), request);

describe('the item of a file', () => {
  test('a picture with a mask: footprint, gsd, bands, projection and statistics; the catalogue takes it', async () => {
    const bytes = readFileSync(new URL('../golden/jpeg-ycbcr-mask-cog.tif', import.meta.url));
    const item = await itemOf(bytes);
    expect(item.properties).toMatchObject({
      gsd: 0.5,
      'proj:code': 'EPSG:32633',
      'proj:epsg': 32633,
      'proj:shape': [200, 300],
      'proj:transform': [0.5, 0, 500_000, 0, -0.5, 5_400_000],
      'proj:bbox': [500_000, 5_399_900, 500_150, 5_400_000],
    });
    const { visual } = item.assets as Record<
      string,
      { type: string; bands: { name: string; statistics: { valid_percent: number } }[] }
    >;
    expect(visual!.type).toBe('image/tiff; application=geotiff; profile=cloud-optimized');
    expect(visual!.bands.map(({ name }) => name)).toEqual(['red', 'green', 'blue']);
    // A disc of radius 120 pixels, cut off above and below.
    const image = await openBytes(bytes);
    const { mask } = await image.readPixels(0, wholeLevel(image));
    const dataM2 = mask!.filter((value) => value !== 0).length * 0.25;
    expect(geodesicAreaM2(item.geometry as Polygon) / dataM2).toBeCloseTo(1, 1);
    expect(visual!.bands[0]!.statistics.valid_percent).toBeCloseTo((dataM2 / 15_000) * 100, 0);
    expect(parseItem(JSON.parse(JSON.stringify(item)), 'scenes')).toMatchObject({ id: 'scene', collection: 'scenes' });
  });

  test.skipIf(!hasStacFiles)(`it obeys the schema of STAC 1.1${whyNoStacFiles}`, async () => {
    for (const name of ['jpeg-ycbcr-mask-cog', 'deflate-uint16-planes-mask', 'zstd-predictor']) {
      const item = await itemOf(readFileSync(new URL(`../golden/${name}.tif`, import.meta.url)));
      expect(stacProblems(JSON.parse(JSON.stringify(item)))).toEqual([]);
    }
  });

  test.each([
    [32633, [0.3, 0.3], [600_000, 5_340_000], 0.3],
    [32633, [0.36, 0.36], [500_000, 5_340_000], 0.36],
    [4326, [0.000_004, 0.000_002_7], [16.4, 48.2], 0.3],
    [3857, [0.45, 0.45], [1_825_000, 6_140_000], 0.3],
  ] as const)('EPSG:%i: gsd is metres on the ground', async (epsg, scale, tie, gsd) => {
    const image = await make({ fields: placed(epsg, scale, tie)! });
    const item = await itemFromImage(image, createProjections(), request);
    expect(item.properties['gsd' as never]).toBeCloseTo(gsd, 2);
  });

  test('a coarse grid of the world, half a pixel beyond the poles: the whole world, and pixels of its size', async () => {
    const grid = { width: 144, height: 73, bands: 1, fields: placed(4326, [2.5, 2.5], [-1.25, 91.25])! };
    const item = await itemFromImage(await make(grid), createProjections(), request);
    expect(item.bbox).toEqual([-180, -90, 180, 90]);
    // 2.5 degrees of the equator are 278 km.
    expect(item.properties['gsd' as never]).toBeGreaterThan(260_000);
    expect(item.properties['gsd' as never]).toBeLessThan(290_000);
    expect(parseItem(JSON.parse(JSON.stringify(item)), 'grids')).toMatchObject({ id: 'scene' });
  });

  test('statistics are those of the pixels that hold data', async () => {
    const fields = { ...placed(32633, [0.5, 0.5], [500_000, 5_340_000]), 42113: ascii('0') };
    const kind: ImageToMake = { ...plainImage, bands: 1, bits: 16, fields };
    const valid = [...drawSamples(kind)].filter((value) => value !== 0);
    const item = await itemFromImage(await make(kind), createProjections(), request);
    const { data } = item.assets as Record<
      string,
      { nodata: number; data_type: string; bands: { statistics: object }[] }
    >;
    const mean = valid.reduce((sum, value) => sum + value, 0) / valid.length;
    const stddev = Math.sqrt(valid.reduce((sum, value) => sum + (value - mean) ** 2, 0) / valid.length);
    expect(data).toMatchObject({ nodata: 0, data_type: 'uint16' });
    expect(data!.bands[0]!.statistics).toEqual({
      minimum: Math.min(...valid),
      maximum: Math.max(...valid),
      mean: Number(mean.toFixed(3)),
      stddev: Number(stddev.toFixed(3)),
      valid_percent: Number(((100 * valid.length) / (50 * 37)).toFixed(3)),
    });
  });

  test.each([16, 8] as const)(
    '%i bits in several bands: the range of all, where a map would take that of the type',
    async (bits) => {
      const fields = placed(32633, [0.5, 0.5], [500_000, 5_340_000])!;
      const item = await itemFromImage(
        await make({ ...plainImage, bands: 3, bits, fields }),
        createProjections(),
        request,
      );
      type Range = { readonly minimum: number; readonly maximum: number };
      const [asset] = Object.values(item.assets) as { statistics?: Range; bands: { statistics: Range }[] }[];
      const all = asset!.bands.map(({ statistics }) => statistics);
      const range = {
        minimum: Math.min(...all.map(({ minimum }) => minimum)),
        maximum: Math.max(...all.map(({ maximum }) => maximum)),
      };
      expect(asset!.statistics).toEqual(bits === 8 ? undefined : range);
    },
  );

  test('a large image is read some rows at a time, from its smallest sufficient level', async () => {
    const kind: ImageToMake = {
      ...plainImage,
      width: 3000,
      height: 2500,
      bands: 1,
      blocks: [256, 256],
      fields: placed(32633, [0.5, 0.5], [500_000, 5_340_000])!,
    };
    const image = await make(kind);
    const windows: number[] = [];
    const watched = {
      ...image,
      readPixels: (...given: Parameters<typeof image.readPixels>) => {
        windows.push(given[1].height);
        return image.readPixels(...given);
      },
    };
    const item = await itemFromImage(watched, createProjections(), request);
    expect(Math.max(...windows)).toBeLessThan(300);
    expect(item.bbox).toEqual(item.bbox.map((value) => Number(value.toFixed(7))));
  });

  test('a file without georeference, without system, of an unknown system or without data is refused', async () => {
    const { 34735: keys, ...place } = placed(32633, [1, 1], [0, 0])!;
    const unplaced = 'no georeference: control points, RPCs and world files are not read';
    await expect(itemOf(makeTiff(plainImage))).rejects.toThrow(unplaced);
    await expect(itemOf(makeTiff({ ...plainImage, fields: { 34735: keys! } }))).rejects.toThrow(unplaced);
    await expect(itemOf(makeTiff({ ...plainImage, fields: place }))).rejects.toThrow(
      'no coordinate reference system, or none that is known here',
    );
    await expect(itemOf(makeTiff({ ...plainImage, fields: placed(9999, [1, 1], [0, 0])! }))).rejects.toThrow(
      'EPSG:9999 is not known here',
    );
    for (const [epsg, tie] of [
      [4326, [16, 95]],
      [32633, [1e9, 1e12]],
    ] as const) {
      const nowhere = makeTiff({ ...plainImage, fields: placed(epsg, [1, 1], tie)! });
      await expect(itemOf(nowhere)).rejects.toThrow('does not lie on the Earth');
    }
    const empty: ImageToMake = { ...plainImage, width: 1, height: 1, bands: 1, blocks: 1 };
    const fields = { ...placed(32633, [1, 1], [500_000, 5_340_000]), 42113: ascii(String(drawSamples(empty)[0])) };
    await expect(itemOf(makeTiff({ ...empty, fields }))).rejects.toThrow('holds no data');
  });
});
