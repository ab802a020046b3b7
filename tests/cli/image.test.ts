import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseItem } from '../../server/src/catalog/item.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import { openBytes } from '../imagery/support/open-bytes.ts';
import { swath, swathJson } from './swath-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-image-'));
const file = (name: string) => join(folder, name);
const scene = file('a scene.tif');
const datetime = '2026-06-01T10:00:00Z';

beforeAll(() => writeFileSync(scene, inZone(32633, 500_000, 5_000_000, 0.5)));
afterAll(() => rmSync(folder, { recursive: true }));

describe('swath image item', () => {
  test('prints an item that the catalogue takes, with its thumbnail', async () => {
    const flags = ['--datetime', datetime, '--collection', 'mine', '--thumbnail', file('small.webp')];
    const item = await swathJson(['image', 'item', scene, ...flags], {});
    expect(item).toMatchObject({ id: 'a scene', collection: 'mine', properties: { datetime, gsd: 0.5 } });
    expect(item['assets']).toMatchObject({
      visual: { href: expect.stringMatching(/^file:\/\/.*a%20scene\.tif$/) as unknown },
      thumbnail: { type: 'image/webp', roles: ['thumbnail'] },
    });
    expect(() => parseItem(item, 'mine')).not.toThrow();
    expect(await sharp(file('small.webp')).metadata()).toMatchObject({ format: 'webp', width: 512 });
  });

  test.each([
    [['image', 'item', scene], 2, '--datetime is missing'],
    [['image', 'item', scene, '--datetime', 'yesterday'], 2, '--datetime must be like'],
    [['image', 'item', scene, '--datetime', datetime, '--thumbnail', 'x.gif'], 2, '--thumbnail must end in'],
    [['image', 'item', file('none.tif'), '--datetime', datetime], 3, 'there is no file'],
  ])('%j ends with %i', async (args, code, message) => {
    const ended = await swath(args, {});
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('swath image cut', () => {
  test('cuts a box, and says what it made', async () => {
    const made = await swathJson(
      ['image', 'cut', scene, file('box.tif'), '--bbox', '15.0005,45.152,15.001,45.153'],
      {},
    );
    const { info } = await openBytes(readFileSync(file('box.tif')));
    expect(made).toMatchObject({ byteLength: info.byteLength, width: info.width, height: info.height });
    expect(info).toMatchObject({ isCloudOptimized: true, crs: { epsg: 32633 } });
  });

  test('cuts an area in another system, at twice the density', async () => {
    const feature = { type: 'Feature', properties: {}, geometry: triangle };
    writeFileSync(file('area.json'), JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    const flags = ['--area', file('area.json'), '--epsg', '32634', '--pixel-size', '1', '--hd'];
    const made = await swathJson(['image', 'cut', scene, file('area.tif'), ...flags], {});
    expect(made).toMatchObject({
      crs: 'EPSG:32634',
      pixelToWorld: [0.5, 0, expect.any(Number), 0, -0.5, expect.any(Number)],
    });
    expect((await openBytes(readFileSync(file('area.tif')))).info.validity).toBe('mask');
  });

  test('areas that reach to the other side of the earth cut out what they show of the image', async () => {
    const cut = async (...flags: string[]) => {
      const { width, height, sha256 } = await swathJson(['image', 'cut', scene, file('cut.tif'), ...flags], {});
      return { width, height, sha256 };
    };
    const whole = await cut('--bbox', '14,44,16,46');
    for (const bbox of ['-180,-90,180,90', '-170,-60,170,80', '-75,-90,105,90'])
      expect({ bbox, ...(await cut(`--bbox=${bbox}`)) }).toEqual({ bbox, ...whole });
    const coordinates = [triangle.coordinates, farOff(105, 0), farOff(-165, 45)];
    writeFileSync(file('both.json'), JSON.stringify({ type: 'MultiPolygon', coordinates }));
    writeFileSync(file('here.json'), JSON.stringify(triangle));
    expect(await cut('--area', file('both.json'))).toEqual(await cut('--area', file('here.json')));
  });

  test('2 where the target is the image itself, by whatever name: it stays as it is', async () => {
    symlinkSync(scene, file('link.tif'));
    const before = readFileSync(scene);
    for (const target of [scene, join(folder, '.', 'a scene.tif'), file('link.tif')]) {
      const { code, stderr } = await swath(
        ['image', 'cut', scene, target, '--bbox', '15.0005,45.152,15.001,45.153'],
        {},
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining('TARGET is FILE itself')]);
    }
    expect(readFileSync(scene).equals(before)).toBe(true);
    rmSync(file('link.tif'));
  });

  test.each([
    [['--bbox', '1,2,3'], 2, '--bbox must be W,S,E,N'],
    [['--bbox', '15,45,16,46', '--area', 'x'], 2, 'exclude each other'],
    [['--area', file('no.json')], 2, '--area'],
    [['--epsg', '32634'], 2, 'need an area'],
    [['--pixel-size', '0', '--bbox', '15,45,16,46'], 2, '--pixel-size must be above 0'],
    [['--epsg', '4', '--bbox', '15,45,16,46'], 2, '--epsg must be a code'],
    [['--epsg', '9999', '--bbox', '15,45,16,46'], 4, 'EPSG:9999'],
    [['--bbox', '100,10,101,11'], 3, 'nothing in that area'],
  ])('%j ends with %i and leaves no file', async (flags, code, message) => {
    const ended = await swath(['image', 'cut', scene, file('never.tif'), ...flags], {});
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(existsSync(file('never.tif'))).toBe(false);
    expect(readdirSync(folder).filter((name) => /unfinished|tmp$/.test(name))).toEqual([]);
  });
});

const farOff = (west: number, south: number) => [
  [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south],
  ],
];

const triangle = {
  type: 'Polygon',
  coordinates: [
    [
      [15.0005, 45.151],
      [15.003, 45.151],
      [15.002, 45.153],
      [15.0005, 45.151],
    ],
  ],
};
