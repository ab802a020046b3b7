import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writerOf } from '../../stac/writes-fixture.ts';
import {
  type PictureArchive,
  errorOf,
  inRed,
  tilesOf,
  makeImage,
  quarters,
  startPictureArchive,
  tiff,
  tileAt,
} from './picture-archive.ts';

let archive: PictureArchive;

beforeAll(async () => {
  archive = await startPictureArchive();
  await archive.item('quarters', { assets: { visual: tiff(archive.file('quarters.tif', quarters.bytes())) } });
});
afterAll(() => archive.stop());

/** What a tile of an item over such a file answers. */
const broken = async (id: string, href: string) => {
  await archive.item(id, { assets: { visual: tiff(href) } });
  return errorOf(archive, `${tilesOf(id)}/${tileAt(32633, ...inRed, 18).path}.png`);
};

describe('GET /streaming/v1/tiles/{collection}/{item}/{z}/{x}/{y}.{format} 4xx', () => {
  test.each([
    ['25/0/0.png', "'z'"],
    ['-1/0/0.png', "'z'"],
    ['1.5/0/0.png', "'z'"],
    ['3/8/0.png', "'x'"],
    ['3/01/0.png', "'x'"],
    ['3/0/8.png', "'y'"],
    ['3/0/.png', "'y'"],
    ['3/0/1e0.png', "'y'"],
    ['3/0/0.tif', "'format'"],
    ['3/0/0', "'format'"],
    ['3/0/0.constructor', "'format'"],
    ['3/0/0.png?size=300', "'size'"],
    ['3/0/0@2x.png?size=256', "'size'"],
    ['3/0/0.png?bands=1,2', "'bands'"],
    ['3/0/0.png?bands=,,', "'bands'"],
    ['3/0/0.png?bands=1&bands=2', "'bands'"],
    ['3/0/0.png?rescale=1', "'rescale'"],
    ['3/0/0.png?rescale=5,5', "'rescale'"],
    ['3/0/0.png?rescale=a,b', "'rescale'"],
    ['3/0/0.png?rescale=1,2,3,4', "'rescale'"],
    ['3/0/0.png?colormap=viridis', "'colormap'"],
    ['3/0/0.png?asset=none', "'asset'"],
  ])('%s names %s', async (end, member) => {
    const { status, message } = await errorOf(archive, `${tilesOf('quarters')}/${end}`);
    expect([status, message.slice(0, 13)]).toEqual([400, 'Bad Request: ']);
    expect(message).toContain(member);
  });

  test('bands that the image does not have, and ranges that do not fit, once it is open', async () => {
    const { path } = tileAt(32633, ...inRed, 18);
    expect(await errorOf(archive, `${tilesOf('quarters')}/${path}.png?bands=4`)).toEqual({
      status: 400,
      message: expect.stringMatching(/^Bad Request: 'bands' names '4': the image has the bands 1/) as string,
    });
    expect(
      (await errorOf(archive, `${tilesOf('quarters')}/${path}.png?bands=1&rescale=0,1,0,1,0,1`)).message,
    ).toContain("'rescale'");
  });

  test('unknown items and collections are 404', async () => {
    expect((await errorOf(archive, `${tilesOf('none')}/3/0/0.png`)).status).toBe(404);
    expect((await errorOf(archive, `${tilesOf('quarters', 'none')}/3/0/0.png`)).status).toBe(404);
  });

  test('an item without imagery is 400 and says so, whichever tile', async () => {
    await archive.item('bare', {
      assets: { thumbnail: { href: 'https://example.org/x.jpg', type: 'image/jpeg', roles: ['thumbnail'] } },
    });
    for (const path of [tileAt(32633, ...inRed, 18).path, '3/0/0'])
      expect(await errorOf(archive, `${tilesOf('bare')}/${path}.png`)).toEqual({
        status: 400,
        message: "Bad Request: 'item' has no imagery that can be drawn",
      });
    expect((await errorOf(archive, `${tilesOf('bare')}/3/0/0.png?asset=thumbnail`)).message).toContain('not a GeoTIFF');
  });

  test('a file that is no image, cut off, or has no georeference: 400 that says so and no path', async () => {
    const answers = [
      await broken('no-image', archive.file('no-image.tif', Buffer.from('hello, I am no image at all'.repeat(20)))),
      await broken('cut-off', archive.file('cut-off.tif', quarters.bytes().subarray(0, 3000))),
      await broken(
        'nowhere-on-earth',
        archive.file(
          'loose.tif',
          makeImage({ width: 64, height: 64 }, () => 1),
        ),
      ),
      await broken('a-folder', `file://${archive.folder}`),
    ];
    for (const { status, message } of answers) {
      expect([status, message]).toEqual([
        400,
        expect.stringMatching(/^Bad Request: asset 'visual' cannot be read: /) as string,
      ]);
      expect(message).not.toContain(archive.folder);
    }
  });

  test('a file that is not there is 404', async () => {
    expect((await broken('gone', `file://${archive.folder}/gone.tif`)).status).toBe(404);
  });

  test('a file outside of the archive is 400 whether or not it exists, and no path is told', async () => {
    const messages = [];
    for (const [id, path] of [
      ['outside', '/etc/hostname'],
      ['outside-2', '/etc/not-there'],
      ['outside-3', `${archive.folder}/../x.tif`],
    ] as const) {
      const { status, message } = await broken(id, `file://${path}`);
      expect(status).toBe(400);
      messages.push(message);
    }
    expect(new Set(messages)).toEqual(
      new Set(["Bad Request: asset 'visual' cannot be read: it is not in the archive of this service"]),
    );
  });

  test('an address of a private network is not asked', async () => {
    const { status, message } = await broken('inside', `${archive.url.replace('https', 'http')}/collections/x.tif`);
    expect([status >= 400 && status < 500, message.includes('127.0.0.1')]).toEqual([true, false]);
  });
});

describe('who may see tiles', () => {
  test('a key and a token with `stream` alone may, without it 403, without a credential 401', async () => {
    const path = `${tilesOf('quarters')}/${tileAt(32633, ...inRed, 18).path}.png`;
    const [may, mayNot] = [await writerOf(archive, ['stream']), await writerOf(archive, ['search'])];
    const statuses = [{ token: may.token }, { key: may.key }, { token: mayNot.token }, { key: mayNot.key }, {}].map(
      async (credential) => (await archive.picture(path, credential)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403, 401]);
    const byUrl = await fetch(`${archive.url}${path}?vendor_api_key=${may.key}`);
    expect(byUrl.status).toBe(200);
  });

  test('what is not granted is 404, as what does not exist', async () => {
    const { key } = await writerOf(archive, ['stream'], ['others']);
    for (const end of ['tilejson.json', `${tileAt(32633, ...inRed, 18).path}.png`]) {
      const [hidden, none] = [
        await errorOf(archive, `${tilesOf('quarters')}/${end}`, { key }),
        await errorOf(archive, `${tilesOf('none')}/${end}`, { key }),
      ];
      expect(hidden).toEqual({ status: 404, message: 'Not Found' });
      expect(none).toEqual(hidden);
    }
  });
});
