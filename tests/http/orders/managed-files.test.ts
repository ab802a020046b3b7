import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../../server/src/shared/clock.ts';
import { changeAccount, createAccount, signIn } from '../../support/accounts.ts';
import { assert, notFound, unauthorized } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { startVariant } from '../../support/start-variant.ts';
import { type OrderService, acquisitions, fileBytes, plainOrder, startOrderService } from './support-orders.ts';

let swath: OrderService;
/** To the managed bucket, all delivered. */
let whole: string;

beforeAll(async () => {
  swath = await startOrderService();
  const output_config = { bucket: 'managed', prefix: 'mine' };
  ({ id: whole } = await swath.order({ acquisitions: Object.values(acquisitions), output_config }));
  await swath.deliver(await swath.claim(whole));
  await swath.finish(whole);
});
afterAll(() => swath.stop());

type File = { readonly key: string; readonly link: string | null };
type Page = { readonly data: readonly File[] };

const filesOf = async (id: string): Promise<readonly File[]> =>
  (await swath.ask('GET', `/order/${id}/files`)).json<Page>().data;
const within = (link: string) => link.slice(swath.service.config.baseUrl.length);

const fileOf = async () => (await filesOf(whole))[0]!;
const fetched = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(swath.url + path, { method, headers: { authorization: `Bearer ${swath.token}`, ...headers } });

describe('GET /order/{id}/files/{key}', () => {
  test('200 by its name within the order and by its key, with headers that keep a browser from running it', async () => {
    const { key } = await fileOf();
    for (const name of [key, key.replace(`${whole}/mine/`, '')]) {
      const answer = await fetched(`/order/${whole}/files/${name}`);
      expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, fileBytes(0)]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/tiff; application=geotiff',
        'content-length': String(fileBytes(0).length),
        'accept-ranges': 'bytes',
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+-visual\.tif"$/),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      });
    }
  });

  test('200 without a body for HEAD', async () => {
    const { key } = await fileOf();
    const answer = await fetched(`/order/${whole}/files/${key}`, {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      String(fileBytes(0).length),
      '',
    ]);
  });

  test.each([
    ['bytes=0-9', 206, 'bytes 0-9/400$', [0, 10]],
    ['bytes=10-', 206, 'bytes 10-399/400$', [10, undefined]],
    ['bytes=-5', 206, 'bytes 395-399/400$', [-5, undefined]],
    ['bytes=0-1,4-5', 200, 'none', [0, undefined]],
    ['nonsense', 200, 'none', [0, undefined]],
  ] as const)('the range %s is %i', async (range, status, contentRange, [from, to]) => {
    const { key } = await fileOf();
    const answer = await fetched(`/order/${whole}/files/${key}`, { range });
    const body = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, body]).toEqual([status, fileBytes(0).subarray(from, to)]);
    const sent = answer.headers.get('content-range') ?? 'none';
    expect(sent).toMatch(new RegExp(`^${contentRange}`));
  });

  test('416 for a range behind its end', async () => {
    const { key } = await fileOf();
    const answer = await fetched(`/order/${whole}/files/${key}`, { range: 'bytes=999999-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${fileBytes(0).length}`]);
  });

  test('304 for the tag that it has, and the whole for a range of another version', async () => {
    const { key } = await fileOf();
    const path = `/order/${whole}/files/${key}`;
    const tag = (await fetched(path)).headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect((await fetched(path, { 'if-none-match': tag })).status).toBe(304);
    expect((await fetched(path, { 'if-range': tag, range: 'bytes=0-1' })).status).toBe(206);
    expect((await fetched(path, { 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200);
  });

  test.each([
    'nothing.tif',
    '33',
    '..%2F..%2Fapp.db',
    '../../app.db',
    '%2e%2e/%2e%2e/app.db',
    '%2Fetc%2Fpasswd',
    '33/../33/x.tif',
    '%00',
    'a%5Cb',
    '.uploads/x',
    'x'.repeat(2_000),
  ])('404 for %s', async (name) => {
    // Not by fetch, which would walk the dots itself.
    const { hostname, port } = new URL(swath.url);
    const headers = { authorization: `Bearer ${swath.token}` };
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path: `/order/${whole}/files/${name}`, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });

  test("404 for files of a bucket that is the customer's, and for another order's by this one", async () => {
    const { id: own } = await swath.order({ output_config: { bucket: 'demo', prefix: 'own' } });
    await swath.deliver(await swath.claim(own));
    const [delivered] = await filesOf(own);
    expect(delivered!.key).toMatch(/^own\//);
    assert.refusal(await swath.ask('GET', `/order/${own}/files/${delivered!.key}`), notFound);
    const { key } = await fileOf();
    const { id: other } = await swath.order();
    assert.refusal(await swath.ask('GET', `/order/${other}/files/${key}`), notFound);
  });

  test('401 for a link that is forged, changed or of another file', async () => {
    const [first, second] = await filesOf(whole);
    const link = within(first!.link!);
    const query = link.slice(link.indexOf('?'));
    for (const path of [
      link.replace(/signature=.{4}/, 'signature=AAAA'),
      link.replace(/expires=\d/, 'expires=9'),
      `${link}&more=1`,
      within(second!.link!).split('?')[0]! + query,
    ])
      assert.refusal(await call(swath.url, 'GET', path), unauthorized);
    assert.refusal(await call(swath.url, 'GET', link.split('?')[0]!), unauthorized);
  });

  test('200 with a signed link under /api/v1 too; 401 when it has expired', async () => {
    const { link } = await fileOf();
    expect((await call(swath.url, 'GET', `/api/v1${within(link!)}`)).status).toBe(200);
    const clock = movableClock(Date.now() + 13 * hourMs);
    const later = await startVariant(swath.service, { clock });
    assert.refusal(await call(later.url, 'GET', within(link!)), unauthorized);
    await later.stop();
  });

  test('the list gives no links to files that are not kept any more', async () => {
    const { id } = await swath.order();
    await swath.deliver(await swath.claim(id));
    await swath.finish(id);
    const links = async () => (await filesOf(id)).map(({ link }) => typeof link);
    expect(new Set(await links())).toEqual(new Set(['string']));
    await swath.service.orders.managedFilesGone(id);
    expect(new Set(await links())).toEqual(new Set(['object']));
  });

  test('401 for a link when its account is deactivated', async () => {
    const leaver = await createAccount(swath.url, swath.adminToken);
    const { access_token: token } = await signIn(swath.url, leaver);
    const { id } = (await swath.ask('POST', '/order', { token, json: plainOrder })).json<{ id: string }>();
    await swath.deliver(await swath.claim(id));
    const { data } = (await swath.ask('GET', `/order/${id}/files`, { token })).json<Page>();
    const path = within(data[0]!.link!);
    expect((await call(swath.url, 'GET', path)).status).toBe(200);
    await changeAccount(swath.url, swath.adminToken, leaver.id, { active: false });
    assert.refusal(await call(swath.url, 'GET', path), unauthorized);
  });
});
