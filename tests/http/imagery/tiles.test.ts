import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ascii } from '../../imagery/support/make-image.ts';
import {
  type PictureArchive,
  geoFields,
  makeImage,
  pixelsOf,
  quarters,
  startPictureArchive,
  tiff,
  tileAt,
  tilesOf,
} from './picture-archive.ts';

let archive: PictureArchive;
const [west, , , north] = quarters.bounds;
/** In the middle of each quarter. */
const middles = [
  [west + 100, north - 100],
  [west + 300, north - 100],
  [west + 100, north - 300],
  [west + 300, north - 300],
] as const;

beforeAll(async () => {
  archive = await startPictureArchive();
  await archive.item('quarters', { assets: { visual: tiff(archive.file('quarters.tif', quarters.bytes())) } });
});
afterAll(() => archive.stop());

describe('GET /streaming/v1/tiles/{collection}/{item}/{z}/{x}/{y}.{format} 200', () => {
  test.each(['png', 'jpg', 'jpeg', 'webp'])(
    '%s decodes and has the right colours at the right places',
    async (format) => {
      for (const [index, [x, y]] of middles.entries()) {
        const { path, column, row } = tileAt(32633, x, y, 18);
        const answer = await archive.picture(`${tilesOf('quarters')}/${path}.${format}`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          `image/${format === 'jpg' ? 'jpeg' : format}`,
        ]);
        const { width, height, at } = await pixelsOf(answer);
        expect([width, height]).toEqual([256, 256]);
        const shown = at(column, row);
        for (let band = 0; band < 3; band++)
          expect(Math.abs(shown[band]! - quarters.colours[index]![band]!)).toBeLessThanOrEqual(
            format === 'png' ? 0 : 6,
          );
        expect(shown[3]).toBe(255);
      }
    },
  );

  test('outside of the data png and webp are transparent, jpg is white', async () => {
    // The tile holds the north-western corner.
    const { path, column, row } = tileAt(32633, west, north, 16);
    expect([column, row].every((each) => each > 8)).toBe(true);
    for (const [format, pixel] of [
      ['png', [0, 0, 0, 0]],
      ['webp', [0, 0, 0, 0]],
      ['jpg', [255, 255, 255, 255]],
    ] as const) {
      const { at } = await pixelsOf(await archive.picture(`${tilesOf('quarters')}/${path}.${format}`));
      expect(at(column - 8, row - 8)).toEqual(pixel);
      expect(at(column + 8, row + 8)[3]).toBe(255);
    }
  });

  test('512 pixels a side by size=512 and by @2x, and both are the same', async () => {
    const { path, column, row } = tileAt(32633, ...middles[0], 18, 512);
    const [bySize, bySuffix] = [
      await archive.picture(`${tilesOf('quarters')}/${path}.png?size=512`),
      await archive.picture(`${tilesOf('quarters')}/${path}@2x.png`),
    ];
    expect(bySize.headers.get('etag')).toBe(bySuffix.headers.get('etag'));
    const { width, at } = await pixelsOf(bySize);
    expect([width, at(column, row)]).toEqual([512, [...quarters.colours[0], 255]]);
  });

  test('bands are chosen by number, name and common name; one is grey', async () => {
    const { path, column, row } = tileAt(32633, ...middles[0], 18);
    const [red, green, blue] = quarters.colours[0];
    const shown = async (bands: string) =>
      (await pixelsOf(await archive.picture(`${tilesOf('quarters')}/${path}.png?bands=${bands}`))).at(column, row);
    expect(await shown('3,2,1')).toEqual([blue, green, red, 255]);
    expect(await shown('Blue,GREEN,red')).toEqual([blue, green, red, 255]);
    expect(await shown('1')).toEqual([red, red, red, 255]);
  });

  test('rescale stretches eight bits too, for all bands or for each', async () => {
    const { path, column, row } = tileAt(32633, ...middles[0], 18);
    const shown = async (rescale: string) =>
      (await pixelsOf(await archive.picture(`${tilesOf('quarters')}/${path}.png?rescale=${rescale}`))).at(column, row);
    expect(await shown('40,200')).toEqual([255, 0, 0, 255]);
    expect(await shown('0,401,0,80,30,50')).toEqual([127, 128, 128, 255]);
  });

  test('a tile that the footprint does not touch is empty and opens nothing', async () => {
    await archive.item('nowhere', { assets: { visual: tiff(`file://${archive.folder}/missing.tif`) } });
    for (const [format, pixel] of [
      ['png', [0, 0, 0, 0]],
      ['webp', [0, 0, 0, 0]],
      ['jpg', [255, 255, 255, 255]],
    ] as const)
      for (const size of [256, 512]) {
        const answer = await archive.picture(`${tilesOf('nowhere')}/18/0/0.${format}?size=${size}`);
        expect(answer.status).toBe(200);
        const { width, height, data, at } = await pixelsOf(answer);
        expect([width, height, at(size - 1, size - 1)]).toEqual([size, size, pixel]);
        expect(data.every((value, place) => value === pixel[place % 4])).toBe(true);
      }
  });

  test('four bands of 16 bits: by their statistics, by a look at them, and by rescale', async () => {
    const bytes = makeImage(
      {
        width: 200,
        height: 200,
        bands: 4,
        bits: 16,
        fields: {
          ...geoFields(32633, 2, [west, north]),
          262: { type: 3, values: [1] },
          338: { type: 3, values: [0, 0, 0] },
        },
      },
      (column, row, band) => 1000 * (band + 1) + column * 5 + (row % 2),
    );
    const href = archive.file('sixteen.tif', bytes);
    const bands = ['blue', 'green', 'red', 'nir'].map((name) => ({ name, 'eo:common_name': name }));
    await archive.item('looked-at', { assets: { data: tiff(href, { bands, roles: ['data'] }) } });
    const { path, column, row } = tileAt(32633, west + 200, north - 200, 18);
    const shown = async (item: string, query = '') =>
      (await pixelsOf(await archive.picture(`${tilesOf(item)}/${path}.png${query}`))).at(column, row);
    // In the middle of a ramp, in every band.
    for (const value of (await shown('looked-at')).slice(0, 3)) expect(Math.abs(value - 128)).toBeLessThanOrEqual(3);
    const [red, green, blue] = await shown('looked-at', '?rescale=0,5000');
    expect([red, green, blue].map((value) => Math.round((value! * 5000) / 255 / 100))).toEqual([35, 25, 15]);
    const statistics = { minimum: 0, maximum: 65_535, mean: 3500, stddev: 1e5 };
    await archive.item('described', {
      assets: { data: tiff(href, { bands: bands.map((band) => ({ ...band, statistics })) }) },
    });
    const [described] = await shown('described');
    expect(Math.abs(described! - (3500 * 255) / 65_535)).toBeLessThan(2);
    expect(
      (await shown('looked-at', '?bands=nir,red,green&rescale=0,9000'))
        .slice(0, 3)
        .map((v) => Math.round((v * 90) / 255)),
    ).toEqual([45, 35, 25]);
  });

  test('nodata is transparent', async () => {
    const bytes = makeImage(
      { width: 400, height: 400, fields: { ...geoFields(32633, 1, [west, north]), 42113: ascii('0') } },
      (column) => (column < 200 ? 0 : 150),
    );
    await archive.item('hollow', { assets: { visual: tiff(archive.file('hollow.tif', bytes)) } });
    const [empty, full] = [tileAt(32633, ...middles[0], 18), tileAt(32633, ...middles[1], 18)];
    const shown = async ({ path, column, row }: typeof empty) =>
      (await pixelsOf(await archive.picture(`${tilesOf('hollow')}/${path}.png`))).at(column, row);
    expect([await shown(empty), await shown(full)]).toEqual([
      [0, 0, 0, 0],
      [150, 150, 150, 255],
    ]);
  });

  test('an item across the antimeridian shows on both sides of it', async () => {
    // 180 degrees east at the equator in zone 60.
    const x = 833_978;
    const bytes = quarters.bytes({}, 32660, [x - 200, 200]);
    const geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [179.99, -0.01],
            [180, -0.01],
            [180, 0.01],
            [179.99, 0.01],
            [179.99, -0.01],
          ],
        ],
        [
          [
            [-180, -0.01],
            [-179.99, -0.01],
            [-179.99, 0.01],
            [-180, 0.01],
            [-180, -0.01],
          ],
        ],
      ],
    };
    await archive.item('dateline', {
      geometry,
      bbox: [179.99, -0.01, -179.99, 0.01],
      assets: { visual: tiff(archive.file('dateline.tif', bytes)) },
    });
    for (const [index, easting] of [x - 100, x + 100].entries()) {
      const { path, column, row } = tileAt(32660, easting, 100, 18);
      expect(Number(path.split('/')[1])).toBeCloseTo(index === 0 ? 2 ** 18 - 1 : 0, -1);
      const { at } = await pixelsOf(await archive.picture(`${tilesOf('dateline')}/${path}.png`));
      expect(at(column, row)).toEqual([...quarters.colours[index]!, 255]);
    }
    const { bounds } = (await (await archive.picture(`${tilesOf('dateline')}/tilejson.json`)).json()) as {
      bounds: number[];
    };
    expect(bounds).toEqual([-180, -0.01, 180, 0.01]);
  });

  test('zoomed out until the scene is a dot it is still there, and in time', async () => {
    const { path, column, row } = tileAt(32633, ...middles[0], 9);
    const { at } = await pixelsOf(await archive.picture(`${tilesOf('quarters')}/${path}.png`));
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => at(column + dx, row + dy)[3]!));
    expect(Math.max(...around)).toBe(255);
  });

  test('ETag, Cache-Control and 304 before anything is opened', async () => {
    const { path } = tileAt(32633, ...middles[0], 17);
    const address = `${tilesOf('quarters')}/${path}.png`;
    const first = await archive.picture(address);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('private, max-age=3600');
    const again = await fetch(archive.url + address, {
      headers: { authorization: `Bearer ${archive.token}`, 'if-none-match': `W/"x", ${etag}` },
    });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    const others = await Promise.all(
      ['.jpg', '.png?bands=1', '.png?rescale=0,9', '.png?asset=visual', '@2x.png'].map(async (end) =>
        (await archive.picture(address.replace('.png', end))).headers.get('etag'),
      ),
    );
    expect(new Set([etag, ...others]).size).toBe(6);
  });

  test('a changed item has other tiles at once', async () => {
    const { path, column, row } = tileAt(32633, ...middles[0], 18);
    const [a, b] = [
      archive.file('a.tif', quarters.bytes()),
      archive.file(
        'b.tif',
        makeImage({ width: 400, height: 400, fields: geoFields(32633, 1, [west, north]) }, () => 9),
      ),
    ];
    await archive.item('changing', { assets: { visual: tiff(a) } });
    const shown = async () =>
      (await pixelsOf(await archive.picture(`${tilesOf('changing')}/${path}.png`))).at(column, row);
    expect(await shown()).toEqual([...quarters.colours[0], 255]);
    const changed = await archive.send('PATCH', '/collections/scenes/items/changing', {
      json: { assets: { visual: { href: b } } },
    });
    expect(changed.status).toBe(200);
    expect(await shown()).toEqual([9, 9, 9, 255]);
  });

  test('a file that is replaced under an open image is opened again', async () => {
    const href = archive.file('replaced.tif', quarters.bytes({ packing: 'none' }));
    await archive.item('replaced', { assets: { visual: tiff(href) } });
    const [one, two] = [tileAt(32633, ...middles[0], 18), tileAt(32633, ...middles[3], 18)];
    expect((await archive.picture(`${tilesOf('replaced')}/${one.path}.png`)).status).toBe(200);
    archive.file(
      'replaced.tif',
      makeImage({ width: 400, height: 400, packing: 'none', fields: geoFields(32633, 1, [west, north]) }, () => 9),
    );
    const { at } = await pixelsOf(await archive.picture(`${tilesOf('replaced')}/${two.path}.png`));
    expect(at(two.column, two.row)).toEqual([9, 9, 9, 255]);
  });
});
