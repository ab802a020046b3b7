import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellBounds, parseCell } from '../../../server/src/grid/cell.ts';
import { signPreview } from '../../../server/src/streaming/sign-preview.ts';
import { type TestAccount, changeAccount } from '../../support/accounts.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { writerOf } from '../../stac/writes-fixture.ts';
import {
  type PictureArchive,
  geoFields,
  makeImage,
  pixelsOf,
  quarters,
  startPictureArchive,
  tiff,
} from './picture-archive.ts';

let archive: PictureArchive;
let owner: TestAccount;
const clock = movableClock();
const cell = parseCell('Z33-031131023103')!;
const { epsg, bounds } = cellBounds(cell);
const [west, south, east, north] = bounds;
const at = '/browse/preview';

/** 5 km in four quarters of colour, of which the western or eastern half is missing. */
const half = (isEastern: boolean) =>
  makeImage(
    { width: 250, height: 500, fields: geoFields(epsg, 10, [isEastern ? west + 2500 : west, north]) },
    (_, row, band) => quarters.colours[(row < 250 ? 0 : 2) + (isEastern ? 1 : 0)]![band]!,
  );

beforeAll(async () => {
  archive = await startPictureArchive({}, { clock });
  owner = (await writerOf(archive, ['search'])).account;
  await archive.collection('hidden');
  const properties = { catalog_id: '104001007EBB7C00' };
  const eastern = { epsg, bounds: [west + 2500, south, east, north] as const, properties };
  const western = { epsg, bounds: [west, south, west + 2500, north] as const, properties };
  await archive.item('east', { ...eastern, assets: { visual: tiff(archive.file('east.tif', half(true))) } });
  await archive.item('west', { ...western, assets: { visual: tiff(archive.file('west.tif', half(false))) } });
  await archive.item('secret', {
    ...western,
    collection: 'hidden',
    properties: { catalog_id: 'secret' },
    assets: { visual: tiff(`file://${archive.folder}/west.tif`) },
  });
  await archive.item('alone', {
    ...western,
    properties: {},
    assets: { visual: tiff(`file://${archive.folder}/west.tif`) },
  });
  await archive.item('coded', {
    ...western,
    properties: { 'grid:code': 'MXRA-Z33-031131023102' },
    assets: { visual: tiff(`file://${archive.folder}/west.tif`) },
  });
  await archive.item('bare', { ...western, properties: {}, assets: {} });
});
afterAll(() => archive.stop());

const id = 'Z33-031131023103';
const linkTo = (parts: { acquisition?: string; collection?: string; accountId?: string; validForMs?: number } = {}) =>
  signPreview(archive.service, {
    acquisition: '104001007EBB7C00',
    cell,
    collection: 'scenes',
    accountId: owner.id,
    validForMs: 60_000,
    ...parts,
  });
const status = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status;

describe('GET /browse/preview/{acquisition}/{cell} 200', () => {
  test('a JPEG of 512 pixels, mosaicked from the items of the acquisition, north up', async () => {
    const answer = await archive.picture(`${at}/104001007EBB7C00/${id}`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, max-age=3600',
    ]);
    const { width, height, at: pixel } = await pixelsOf(answer);
    expect([width, height]).toEqual([512, 512]);
    for (const [index, [column, row]] of [
      [128, 128],
      [384, 128],
      [128, 384],
      [384, 384],
    ].entries())
      for (let band = 0; band < 3; band++)
        expect(Math.abs(pixel(column!, row!)[band]! - quarters.colours[index]![band]!)).toBeLessThanOrEqual(6);
  });

  test('of the items that can be read, where one cannot: it is told, and nobody keeps the picture', async () => {
    const files = [
      `file://${archive.folder}/west.tif`,
      archive.file('torn.tif', Buffer.from('no image')),
      'file:///x.tif',
    ];
    for (const [index, file] of files.entries())
      await archive.item(`torn-${index}`, {
        epsg,
        bounds: [west, south, west + 2500, north],
        properties: { catalog_id: 'torn' },
        assets: { visual: tiff(file) },
      });
    for (const _ of [1, 2]) {
      const answer = await archive.picture(`${at}/torn/${id}?format=png&size=64`);
      expect([answer.status, answer.headers.get('items-left-out'), answer.headers.get('etag')]).toEqual([
        200,
        '2',
        null,
      ]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const { at: pixel } = await pixelsOf(answer);
      expect([pixel(10, 10)[3], pixel(60, 10)[3]]).toEqual([255, 0]);
    }
  });

  test('an item without catalog_id is its own acquisition; without data transparent, or white in JPEG', async () => {
    for (const [format, nothing] of [
      ['png', [0, 0, 0, 0]],
      ['webp', [0, 0, 0, 0]],
      ['jpg', [255, 255, 255, 255]],
    ] as const) {
      const { width, at: pixel } = await pixelsOf(await archive.picture(`${at}/alone/${id}?format=${format}&size=64`));
      expect([width, pixel(60, 10), pixel(10, 10)[3]]).toEqual([64, nothing, 255]);
    }
  });

  test('304 for who has it', async () => {
    const path = `${at}/alone/${id}`;
    const etag = (await archive.picture(path)).headers.get('etag')!;
    expect(await status(archive.url + path, { authorization: `Bearer ${archive.token}`, 'if-none-match': etag })).toBe(
      304,
    );
  });

  test('the cell as other clients spell it', async () => {
    expect((await archive.picture(`${at}/alone/33-031131023103`)).status).toBe(200);
  });
});

describe('GET /browse/preview/{acquisition}/{cell} 4xx', () => {
  test.each([
    'Z33',
    'Z33-0311',
    'Z61-031131023103',
    'Z00-031131023103',
    'Z33-031131023104',
    'Z33-0311310231030',
    '%00',
  ])('400: the cell %s', async (text) => {
    const answer = await archive.picture(`${at}/alone/${text}`);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      "Bad Request: 'cell' must be a cell such as Z13-031133231113",
    ]);
  });

  test.each(['size=15', 'size=1025', 'size=1e3', 'size=64&size=65', 'format=tif', 'format=toString', 'x=1'])(
    '400: %s',
    async (query) => {
      const answer = await archive.picture(`${at}/alone/${id}?${query}`);
      expect([
        answer.status,
        ((await answer.json()) as { message: string }).message.includes(`'${query.split('=')[0]}'`),
      ]).toEqual([400, true]);
    },
  );

  test.each([
    ['an acquisition that does not exist', `nothing/${id}`],
    ['a cell where it does not lie', 'alone/Z33-031131023110'],
    ['a cell that lies nowhere on the Earth', 'alone/Z33-000000000000'],
    ['an item that belongs to another cell by its code', `coded/${id}`],
    ['an item without imagery', `bare/${id}`],
    ['an item id where the item has a catalog_id', `west/${id}`],
    ['a quote in the name', `${encodeURIComponent("' OR 1=1 --")}/${id}`],
  ])('404: %s', async (_, end) => {
    expect((await archive.picture(`${at}/${end}`)).status).toBe(404);
  });

  test('400: none of several items can be read', async () => {
    for (const name of ['one', 'two'])
      await archive.item(`broken-${name}`, {
        epsg,
        bounds: [west, south, west + 2500, north],
        properties: { catalog_id: 'broken' },
        assets: { visual: tiff(archive.file(`broken-${name}.tif`, Buffer.from('no image'))) },
      });
    const answer = await archive.picture(`${at}/broken/${id}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("imagery of 'broken'")]);
  });

  test('a credential without `search` is 403, none is 401, grants hide', async () => {
    const [streamer, other] = [await writerOf(archive, ['stream']), await writerOf(archive, ['search'], ['scenes'])];
    const url = `${archive.url}${at}/alone/${id}`;
    expect([
      await status(url),
      await status(url, { 'vendor-api-key': streamer.key }),
      await status(url, { 'vendor-api-key': other.key }),
    ]).toEqual([401, 403, 200]);
    const hidden = `${archive.url}${at}/secret/${id}`;
    expect([
      await status(hidden, { 'vendor-api-key': other.key }),
      await status(`${hidden}?collection=hidden`, { 'vendor-api-key': other.key }),
    ]).toEqual([404, 404]);
    expect(await status(hidden, { authorization: `Bearer ${archive.token}` })).toBe(200);
    expect(await status(`${hidden}?collection=scenes`, { authorization: `Bearer ${archive.token}` })).toBe(404);
  });
});

describe('a signed address', () => {
  test('needs no credential, under the mount too, and answers 304', async () => {
    const link = linkTo();
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await status(link.replace('/browse', '/api/v1/browse'))).toBe(200);
    expect(await status(link.replace('/Z33', '/%5A33'))).toBe(200);
    expect(await status(link, { 'if-none-match': answer.headers.get('etag')! })).toBe(304);
  });

  test('ends with the account whose it is, and with its grant of the collection', async () => {
    const { account } = await writerOf(archive, ['search'], ['scenes', 'hidden']);
    const change = (json: Readonly<Record<string, unknown>>) =>
      changeAccount(archive.url, archive.token, account.id, json);
    const link = linkTo({ acquisition: 'secret', collection: 'hidden', accountId: account.id });
    expect(await status(link)).toBe(200);
    await change({ collections: ['scenes'] });
    expect(await status(link)).toBe(404);
    await change({ collections: null });
    expect(await status(link)).toBe(200);
    await change({ active: false });
    expect(await status(link)).toBe(401);
  });

  test('shows the collection that it was signed for and no other', async () => {
    expect(await status(linkTo({ acquisition: 'secret', collection: 'hidden' }))).toBe(200);
    expect(await status(linkTo({ acquisition: 'secret', collection: 'scenes' }))).toBe(404);
  });

  test.each<[string, (link: string) => string]>([
    ['another cell', (link) => link.replace('023103', '023102')],
    ['another acquisition', (link) => link.replace('104001007EBB7C00', 'alone')],
    ['another collection', (link) => link.replace('collection=scenes', 'collection=hidden')],
    ['a later end', (link) => link.replace(/expires=(\d+)/, (_, end: string) => `expires=${Number(end) + 1}`)],
    ['an added parameter', (link) => `${link}&size=1024`],
    ['a parameter given twice', (link) => `${link}&collection=scenes`],
    ['no end', (link) => link.replace(/expires=\d+&/, '')],
    [
      'another signature',
      (link) => link.replace(/signature=./, (text) => `signature=${text.endsWith('A') ? 'B' : 'A'}`),
    ],
    ['half a signature', (link) => link.slice(0, -20)],
    ['an empty signature', (link) => link.replace(/signature=.*/, 'signature=')],
    ['two signatures', (link) => `${link}&signature=x`],
  ])('401: changed to %s', async (_, change) => {
    const [link, changed] = [linkTo(), change(linkTo())];
    expect(changed).not.toBe(link);
    const answer = await fetch(changed);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { message: 'Unauthorized', code: null, type: 'authentication_error' },
    ]);
  });

  test('401 once it has expired', async () => {
    const link = linkTo({ validForMs: 60_000 });
    clock.advance(58_000);
    expect(await status(link)).toBe(200);
    clock.advance(3_000);
    expect(await status(link)).toBe(401);
  });

  test('a credential beside it alone decides, and no other route heeds it', async () => {
    const link = linkTo();
    expect(await status(link, { authorization: 'Bearer nonsense' })).toBe(401);
    expect(await status(link, { 'vendor-api-key': 'nonsense' })).toBe(401);
    expect(await status(`${archive.url}/search${new URL(link).search}`)).toBe(401);
  });
});
