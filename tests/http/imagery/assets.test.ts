import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionJson, writerOf } from '../../stac/writes-fixture.ts';
import { type PictureArchive, quarters, startPictureArchive, tiff } from './picture-archive.ts';

let archive: PictureArchive;
let viewer: { token: string; key: string };
const thumbnail = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));
const home = '/collections/scenes/items/scene/assets';

beforeAll(async () => {
  archive = await startPictureArchive();
  viewer = await writerOf(archive, ['search']);
  const picture = { href: archive.file('thumb.jpg', thumbnail), type: 'image/jpeg', roles: ['thumbnail'] };
  await archive.item('scene', {
    assets: {
      visual: tiff(archive.file('scene.tif', quarters.bytes())),
      thumbnail: picture,
      overview: { ...picture, roles: ['overview', 'data'] },
      metadata: {
        href: archive.file('about.json', Buffer.from('{"about":"this"}'.repeat(200))),
        type: 'application/json',
        roles: ['metadata'],
      },
      page: {
        href: archive.file('page.html', Buffer.from('<script>alert(1)</script>')),
        type: 'text/html',
        roles: ['metadata'],
      },
      odd: { href: archive.file('odd.png', thumbnail), type: 'nonsense\u2028', roles: ['thumbnail'] },
      far: { href: 'https://example.org/far.jpg', type: 'image/jpeg', roles: ['thumbnail'] },
      gone: { href: `file://${archive.folder}/gone.jpg`, roles: ['thumbnail'] },
      outside: { href: '/etc/hostname', roles: ['thumbnail'] },
    },
  });
});
afterAll(() => archive.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(archive.url + path, { method, headers: { 'vendor-api-key': viewer.key, ...headers } });
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('GET /collections/{id}/items/{item}/assets/{key}', () => {
  test('200: the bytes with type, length, ETag and what keeps a page from acting', async () => {
    const answer = await get(`${home}/thumbnail`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '5000',
      'content-disposition': 'inline; filename="scene-thumbnail.jpg"',
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect((await bytesOf(answer)).equals(thumbnail)).toBe(true);
  });

  test('HEAD: the same without bytes', async () => {
    const answer = await get(`${home}/thumbnail`, {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), (await bytesOf(answer)).length]).toEqual([
      200,
      '5000',
      0,
    ]);
  });

  test('304 for who has it', async () => {
    const etag = (await get(`${home}/thumbnail`)).headers.get('etag')!;
    expect((await get(`${home}/thumbnail`, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(`${home}/thumbnail`, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=4990-', 4990, 5000],
    ['bytes=-10', 4990, 5000],
    ['bytes=-9000', 0, 5000],
    ['bytes=4000-99999', 4000, 5000],
    ['bytes=7-7', 7, 8],
  ])('206: %s', async (range, start, end) => {
    const answer = await get(`${home}/thumbnail`, { range });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end - 1}/5000`,
      String(end - start),
    ]);
    expect((await bytesOf(answer)).equals(thumbnail.subarray(start, end))).toBe(true);
  });

  test('206 of what would be packed is not packed', async () => {
    const answer = await get(`${home}/metadata`, { range: 'bytes=0-2999', 'accept-encoding': 'br, gzip' });
    expect([answer.status, answer.headers.get('content-encoding'), (await bytesOf(answer)).length]).toEqual([
      206,
      null,
      3000,
    ]);
  });

  test.each(['bytes=5000-', 'bytes=9000-9001', 'bytes=-0'])('416: %s', async (range) => {
    const answer = await get(`${home}/thumbnail`, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
    expect(await answer.json()).toMatchObject({ message: 'Range Not Satisfiable', code: null, type: 'http_error' });
  });

  test.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=-', 'items=0-1', 'bytes=a-b', 'bytes= 0 - 1'])(
    '200: %s is no range that is served',
    async (range) => {
      const answer = await get(`${home}/thumbnail`, { range });
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 5000]);
    },
  );

  test('If-Range: a part of this version, the whole of another', async () => {
    const etag = (await get(`${home}/thumbnail`)).headers.get('etag')!;
    expect((await get(`${home}/thumbnail`, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(`${home}/thumbnail`, { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
  });

  test('what a browser would run is saved and not shown; a type that is none is told from the name', async () => {
    expect((await get(`${home}/page`)).headers.get('content-disposition')).toMatch(
      /^attachment; filename="scene-page\.html"$/,
    );
    expect((await get(`${home}/odd`)).headers.get('content-type')).toBe('image/png');
  });

  test('imagery is for those who may write the catalogue; others are told how it is had', async () => {
    for (const key of ['visual', 'overview']) {
      const refused = await get(`${home}/${key}`);
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { message: 'Forbidden: imagery is had by ordering it, or as map tiles' },
      ]);
    }
    const { key } = await writerOf(archive, ['search', 'catalog:write']);
    const answer = await fetch(archive.url + `${home}/visual`, { headers: { 'vendor-api-key': key } });
    expect([answer.status, answer.headers.get('content-type'), sum(await bytesOf(answer))]).toEqual([
      200,
      'image/tiff; application=geotiff; profile=cloud-optimized',
      sum(quarters.bytes()),
    ]);
  });

  test.each(['far', 'gone', 'none', '__proto__', 'constructor', 'toString', '..%2Fthumbnail', '%00', 'thumbnail%20'])(
    '404: %s',
    async (key) => {
      expect((await get(`${home}/${key}`)).status).toBe(404);
    },
  );

  test('400 without a path for a file outside of the archive, and for a link that leads out of it', async () => {
    symlinkSync('/etc/hostname', join(archive.folder, 'link.jpg'));
    await archive.item('linked', {
      assets: { thumbnail: { href: `file://${archive.folder}/link.jpg`, roles: ['thumbnail'] } },
    });
    for (const path of [`${home}/outside`, home.replace('scene/', 'linked/') + '/thumbnail']) {
      const answer = await get(path);
      const text = await answer.text();
      expect([answer.status, text.includes('/etc'), text.includes(archive.folder)]).toEqual([400, false, false]);
    }
  });

  test('401, 403 and 404 for who may not', async () => {
    const [streamer, other] = [await writerOf(archive, ['stream']), await writerOf(archive, ['search'], ['others'])];
    const statusFor = async (headers: Record<string, string>) =>
      (await fetch(`${archive.url}${home}/thumbnail`, { headers })).status;
    expect([
      await statusFor({}),
      await statusFor({ 'vendor-api-key': streamer.key }),
      await statusFor({ 'vendor-api-key': other.key }),
    ]).toEqual([401, 403, 404]);
  });
});

describe('GET /collections/{id}/assets/{key}', () => {
  test('200: a local asset of a collection, whose path nobody sees, through PUT and PATCH', async () => {
    const json = {
      ...collectionJson('shown'),
      assets: {
        thumbnail: { href: archive.file('c.jpg', thumbnail), type: 'image/jpeg', roles: ['thumbnail'] },
        odd: 7,
      },
    };
    const created = await archive.send('POST', '/collections', { json });
    expect([created.status, created.text.includes(archive.folder)]).toEqual([201, false]);
    const read = await archive.send('GET', '/collections/shown');
    const { assets } = read.json<{ assets: Record<string, { href: string }> }>();
    const served = await fetch(assets['thumbnail']!.href, { headers: { 'vendor-api-key': viewer.key } });
    expect([served.status, (await bytesOf(served)).equals(thumbnail)]).toEqual([200, true]);
    const replaced = await archive.send('PUT', '/collections/shown', { json: read.json() });
    expect([replaced.status, replaced.headers.get('etag')]).toEqual([200, read.headers.get('etag')]);
    const patched = await archive.send('PATCH', '/collections/shown', {
      json: { assets: { thumbnail: { title: 'T' } } },
    });
    expect([patched.status, patched.text.includes(archive.folder)]).toEqual([200, false]);
    expect((await get('/collections/shown/assets/thumbnail')).status).toBe(200);
    expect((await archive.send('GET', '/collections')).text).not.toContain(archive.folder);
    for (const key of ['none', 'odd', '__proto__'])
      expect((await get(`/collections/shown/assets/${key}`)).status).toBe(404);
  });
});
