import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, createAccount, signIn } from '../../support/accounts.ts';
import { assert, notFound, unauthorized } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import {
  type SelectRecord,
  type SelectService,
  bbox,
  sampleCells,
  startSelectService,
  strangerTo,
} from './support-select.ts';

let swath: SelectService;
let made: SelectRecord;

beforeAll(async () => {
  swath = await startSelectService();
  made = await swath.select();
});
afterAll(() => swath.stop());

const formats = [
  ['geojson', 'application/geo+json', 'attachment'],
  ['geojsonl', 'application/x-ndjson', 'attachment'],
  ['stac', 'application/geo+json', 'attachment'],
  ['csv', 'text/csv', 'attachment'],
  ['gpkg', 'application/geopackage+sqlite3', 'attachment'],
  ['html', 'text/html', 'inline'],
] as const;

const path = (format: string, id = made.id) => `/select/files/${id}.${format}`;
const linkOf = async (format: string) =>
  (await swath.ask('GET', path(format))).json<{ download_link: string }>().download_link;
/** By the server of this test, whose port is not that of the links. */
const onPath = (link: string) => link.slice(new URL(link).origin.length);
const bare = (link: string) => call(swath.url, 'GET', onPath(link));

describe.each(formats)('GET /select/files/{id}.%s', (format, type, disposition) => {
  test('200 with a link, by token and by key, as the link of the record says', async () => {
    expect(made.links[format]).toBe(swath.service.config.baseUrl + path(format));
    for (const credential of [{ token: swath.token }, { key: swath.key }]) {
      const answer = await swath.ask('GET', path(format), { ...credential, headers: { accept: '*/*' } });
      expect([answer.status, Object.keys(answer.json())]).toEqual([200, ['download_link']]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const link = new URL(answer.json<{ download_link: string }>().download_link);
      expect(link.origin + link.pathname).toBe(made.links[format]);
      expect([...link.searchParams.keys()]).toEqual(['download', 'expires', 'signature']);
    }
  });

  test('200 with the file by the link without a credential, by its type, and by download=1: the same bytes', async () => {
    const signed = await bare(await linkOf(format));
    expect(signed.status).toBe(200);
    expect(signed.headers.get('content-type')).toBe(type.startsWith('text/') ? `${type}; charset=utf-8` : type);
    expect(signed.headers.get('content-disposition')).toBe(`${disposition}; filename="${made.id}.${format}"`);
    expect(signed.headers.get('cache-control')).toBe('private, no-store');
    const byType = await swath.ask('GET', path(format), { headers: { accept: `image/png;q=0.1, ${type};q=0.9` } });
    const byQuery = await swath.ask('GET', `${path(format)}?download=1`, { key: swath.key });
    expect([byType.text, byQuery.text]).toEqual([signed.text, signed.text]);
    expect(signed.text.length).toBeGreaterThan(100);
  });

  test('200 under /api/v1, with a trailing slash, and to HEAD', async () => {
    const link = onPath(await linkOf(format));
    const [at, query] = link.split('?');
    for (const same of [`/api/v1${link}`, `${at}/?${query}`])
      expect((await call(swath.url, 'GET', same)).status).toBe(200);
    const head = await call(swath.url, 'HEAD', link);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('401 for a link that was changed in any part, or has expired', async () => {
    const link = new URL(await linkOf(format));
    const other = await swath.select();
    const changed = (change: (link: URL) => void) => {
      const copy = new URL(link);
      change(copy);
      return bare(copy.href);
    };
    const forged = [
      await changed((copy) => (copy.pathname = path(format, other.id))),
      await changed((copy) => (copy.pathname = path(format === 'csv' ? 'html' : 'csv'))),
      await changed((copy) => copy.searchParams.set('expires', '99999999999')),
      await changed((copy) => copy.searchParams.set('signature', 'AAAA')),
      await changed((copy) => copy.searchParams.set('signature', '')),
      await changed((copy) => copy.searchParams.delete('signature')),
      await changed((copy) => copy.searchParams.delete('expires')),
      await changed((copy) => copy.searchParams.delete('download')),
      await changed((copy) => copy.searchParams.append('expires', '99999999999')),
      await changed((copy) => copy.searchParams.set('more', '1')),
    ];
    for (const answer of forged) assert.refusal(answer, unauthorized);
    swath.clock.advance(10 * 60_000 - 1);
    expect((await bare(link.href)).status).toBe(200);
    swath.clock.advance(1);
    assert.refusal(await bare(link.href), unauthorized);
  });
});

const wanted = (id: string) => ({
  status: 400,
  code: null,
  type: 'invalid_request_error',
  message: `Bad Request: Select ID ${id} not found`,
});

describe('GET /select/files/{id}.{ext}', () => {
  test('the geojson file holds every cell, those without tiles too', async () => {
    const { features } = (await swath.ask('GET', `${path('geojson')}?download=1`)).json<{
      features: { properties: { cell_id: string; best_matches: unknown[] } }[];
    }>();
    expect(features.map(({ properties }) => [properties.cell_id, properties.best_matches.length])).toEqual(
      sampleCells.map(({ cell_id, best_matches }) => [cell_id, best_matches.length]),
    );
  });

  test('200 with a link for whoever accepts anything, something else, or not that type', async () => {
    for (const accept of ['*/*', 'application/json', 'application/geo+json;q=0', 'text/csv, */*'])
      expect(Object.keys((await swath.ask('GET', path('geojson'), { headers: { accept } })).json())).toEqual([
        'download_link',
      ]);
    expect(Object.keys((await swath.ask('GET', `${path('geojson')}?download=0`)).json())).toEqual(['download_link']);
  });

  test('404 for a file that no select has', async () => {
    for (const file of ['kml', 'GEOJSON', 'geojson.gz', 'toString', ''])
      assert.refusal(await swath.ask('GET', path(file)), notFound);
    for (const file of ['geojson', '.geojson', made.id, '%2e%2e%2fetc%2fpasswd'])
      assert.refusal(await swath.ask('GET', `/select/files/${file}`), notFound);
  });

  test("400 for an unknown select and another account's, as GET /select", async () => {
    const unknown = '5725301122138062875';
    for (const query of ['', '?download=1']) {
      assert.refusal(await swath.ask('GET', path('csv', unknown) + query), wanted(unknown));
      const token = await strangerTo(swath);
      assert.refusal(await swath.ask('GET', path('csv') + query, { token }), wanted(made.id));
    }
  });

  test('a credential beside a signature decides alone', async () => {
    const link = onPath(await linkOf('csv'));
    assert.refusal(await swath.ask('GET', link, { token: 'garbage' }), unauthorized);
    expect((await swath.ask('GET', link, { token: await strangerTo(swath) })).status).toBe(400);
    expect((await swath.ask('GET', link)).status).toBe(200);
  });

  test('the page may run its own script and reach nothing', async () => {
    const policy = (await bare(await linkOf('html'))).headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox allow-scripts/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/allow-same-origin|connect-src|\*/);
  });

  test('401 by a good link of an account that was deactivated; 400 once the select has expired', async () => {
    const account = await createAccount(swath.url, swath.adminToken);
    const { access_token: token } = await signIn(swath.url, account);
    const { id } = (await swath.ask('POST', '/select', { token, json: { bbox } })).json<SelectRecord>();
    const link = (await swath.ask('GET', path('csv', id), { token })).json<{ download_link: string }>().download_link;
    expect((await bare(link)).status).toBe(200);
    await changeAccount(swath.url, swath.adminToken, account.id, { active: false });
    assert.refusal(await bare(link), unauthorized);

    const late = await swath.select();
    swath.clock.advance(Date.parse(late['expires'] as string) - swath.clock.nowMs() - 60_000);
    const lastLink = (await swath.ask('GET', path('csv', late.id), { key: swath.key })).json<{
      download_link: string;
    }>();
    expect((await bare(lastLink.download_link)).status).toBe(200);
    swath.clock.advance(60_000);
    expect((await bare(lastLink.download_link)).json()).toMatchObject({
      message: `Bad Request: Select ID ${late.id} not found`,
    });
  });
});
