import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutBasePath } from '../../server/src/http/base-path.ts';
import { createKey } from '../abuse/support/call.ts';
import { type Fixture, startFixture } from '../abuse/support/fixture.ts';
import { call } from '../abuse/support/call.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'swath-web-'));
let fixture: Fixture;
beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'assets', 'main-1.js'), 'export {};');
  const page = '<meta name="swath-home" content="" /><script type="module" src="/assets/main-1.js"></script>';
  writeFileSync(join(webFolder, 'index.html'), page);
  fixture = await startFixture({ SWATH_PUBLIC_URL: 'https://example.com/imagery/eu' }, { webFolder });
});
afterAll(async () => {
  await fixture.stop();
  rmSync(webFolder, { recursive: true });
});

const below = '/imagery/eu';
/** As a proxy that cuts the path off asks, and as one that leaves it. */
const ways = ['', below] as const;

describe.each(ways)('SWATH_PUBLIC_URL with a path, asked for as %s/...', (prefix) => {
  const get = (path: string, headers = {}) =>
    call(fixture.url, `${prefix}${path}`, { bearer: fixture.memberBearer, headers });

  test('GET / 200: links lead below the path', async () => {
    const { status, json } = await get('/', { accept: 'application/json' });
    const { links } = json as { links: { href: string }[] };
    expect([status, links.filter(({ href }) => !href.startsWith('https://example.com/imagery/eu/'))]).toEqual([
      200,
      [],
    ]);
  });

  test('GET /search 200, by a key in the URL too; GET /nothing 404', async () => {
    const { api_key: key } = await createKey(fixture.url, fixture.memberBearer);
    expect((await get('/search?limit=1')).status).toBe(200);
    expect((await call(fixture.url, `${prefix}/search?vendor_api_key=${key}`)).status).toBe(200);
    expect((await get('/nothing')).status).toBe(404);
  });

  test('GET /app/orders 200: the page and its files are asked for below the path', async () => {
    const { status, text } = await get('/app/orders', { accept: 'text/html' });
    expect([status, text]).toEqual([
      200,
      '<meta name="swath-home" content="/imagery/eu" /><script type="module" src="/imagery/eu/assets/main-1.js"></script>',
    ]);
    expect((await get('/assets/main-1.js')).status).toBe(200);
  });

  test('GET /nothing 404: a browser gets the page, whose files are asked for below the path', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, text } = await get('/nothing', { accept });
    expect([status, text.includes('src="/imagery/eu/assets/main-1.js"')]).toEqual([404, true]);
  });

  test('GET /openapi.json 200: its server is the path', async () => {
    expect((await get('/openapi.json')).json).toMatchObject({ servers: [{ url: '/imagery/eu' }] });
  });
});

test('a path that only begins like it is another one', () => {
  expect(withoutBasePath('/imagery/europe', below)).toBe('/imagery/europe');
  expect(withoutBasePath(below, below)).toBe('/');
  expect(withoutBasePath(`${below}?a=1`, below)).toBe('/?a=1');
  expect(withoutBasePath('/search', '')).toBe('/search');
});
