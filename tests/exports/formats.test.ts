import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ExportService,
  type Json,
  ids,
  lines,
  plainItems,
  readCsv,
  startExportService,
  uglyItems,
} from './support.ts';

let swath: ExportService;
beforeAll(async () => {
  swath = await startExportService();
  await swath.collection('ugly');
  await swath.collection('plain');
  await swath.load('ugly', uglyItems);
  await swath.load('plain', plainItems(500));
});
afterAll(() => swath.stop());

describe('GET /search?f=ndjson', () => {
  test('200: all items as the pages show them, in their order', async () => {
    const answer = await swath.get('/search?f=ndjson');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="items-\d{8}T\d{6}Z\.ndjson"$/);
    expect(answer.headers.get('etag')).toBeNull();
    const walked = await swath.walk('');
    expect(walked).toHaveLength(uglyItems.length + 500);
    expect(lines(answer.text)).toEqual(walked);
  });

  test('conditions, order and fields are those of the search', async () => {
    for (const query of [
      'sortby=id',
      'sortby=-properties.eo:cloud_cover,id',
      'bbox=160,-20,-160,20',
      'collections=plain&filter=platform%3D%27sat-1%27%20AND%20%22eo:cloud_cover%22%3C50',
      'datetime=2021-01-06T00:00:00Z/2021-01-08T00:00:00Z',
      'fields=id,properties.note,-links',
      'ids=empty,names',
      'collections=plain&sortby=platform,-id',
      'q=sat-1',
    ]) {
      const [exported, walked] = [lines((await swath.get(`/search?f=ndjson&${query}`)).text), await swath.walk(query)];
      expect([query, walked.length > 0, exported]).toEqual([query, true, walked]);
    }
  });

  test('limit is not clamped, and 0 is an empty file', async () => {
    expect(lines((await swath.get('/search?f=ndjson&limit=3')).text)).toHaveLength(3);
    expect(lines((await swath.get('/search?f=ndjson&limit=20000')).text)).toHaveLength(uglyItems.length + 500);
    expect((await swath.get('/search?f=ndjson&limit=0')).text).toBe('');
  });

  test('a token says where to begin', async () => {
    const page = (await swath.get('/search?limit=100')).json<{
      features: Json[];
      links: { rel: string; href: string }[];
    }>();
    const next = new URL(page.links.find(({ rel }) => rel === 'next')!.href);
    const rest = lines((await swath.get(`/search?f=ndjson&token=${next.searchParams.get('token')}`)).text);
    expect([...page.features, ...rest]).toEqual(await swath.walk(''));
  });
});

describe('the other ways to ask', () => {
  test('POST /search by address, by body and by Accept', async () => {
    const json = { collections: ['ugly'], sortby: [{ field: 'id' }] };
    const walked = await swath.walk('collections=ugly&sortby=id');
    const accept = { headers: { accept: 'text/csv;q=0.5, application/x-ndjson' } };
    for (const [path, options] of [
      ['/search?f=ndjson', { json }],
      ['/search', { json: { ...json, f: 'ndjson' } }],
      ['/search', { json, ...accept }],
    ] as const)
      expect(lines((await swath.send('POST', path, options)).text)).toEqual(walked);
  });

  test('GET /collections/{id}/items, whose file bears its name', async () => {
    const answer = await swath.get('/collections/ugly/items?f=ndjson&sortby=id');
    expect(answer.headers.get('content-disposition')).toMatch(/filename="ugly-\d{8}T\d{6}Z\.ndjson"$/);
    expect(lines(answer.text)).toEqual(await swath.walk('collections=ugly&sortby=id'));
    expect((await swath.get('/collections/none/items?f=ndjson')).status).toBe(404);
  });

  test('a GeoJSON text sequence has its separators', async () => {
    const { text, headers } = await swath.get('/search?collections=ugly', {
      headers: { accept: 'application/geo+json-seq' },
    });
    expect(headers.get('content-type')).toBe('application/geo+json-seq');
    expect(
      text
        .split('\u001e')
        .slice(1)
        .every((record) => record.endsWith('\n')),
    ).toBe(true);
    expect(lines(text)).toEqual(await swath.walk('collections=ugly'));
  });

  test('HEAD has the headers and no body', async () => {
    const answer = await swath.send('HEAD', '/search?f=csv');
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8; header=present',
    ]);
    expect((await swath.send('HEAD', '/search?f=csv&collections=none')).status).toBe(400);
  });
});

const typeOf = async (accept: string) =>
  (await swath.get('/search?collections=ugly&limit=1', { headers: { accept } })).headers.get('content-type');

describe('what Accept means', () => {
  test('the best liked of those that there are, GeoJSON else', async () => {
    const page = 'application/geo+json; charset=utf-8';
    for (const [accept, type] of [
      ['*/*', page],
      ['application/json', page],
      ['image/png', page],
      ['text/html,application/xhtml+xml,*/*;q=0.8', page],
      ['application/geo+json, application/x-ndjson', page],
      ['text/csv', 'text/csv; charset=utf-8; header=present'],
      ['TEXT/CSV;charset=utf-8', 'text/csv; charset=utf-8; header=present'],
      ['application/geo+json;q=0.2, application/x-ndjson;q=0.3', 'application/x-ndjson'],
      ['application/x-ndjson;q=0, */*', page],
      ['application/ndjson', 'application/x-ndjson'],
      ['application/geopackage+sqlite3, text/csv;q=0.9', 'application/geopackage+sqlite3'],
      ['garbage;;;,,q=1', page],
    ] as const)
      expect([accept, await typeOf(accept)]).toEqual([accept, type]);
  });

  test('f goes before it, and answers vary by it', async () => {
    const answer = await swath.get('/search?f=geojson&limit=1', { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/geo\+json/);
    expect(answer.headers.get('vary')).toMatch(/\baccept\b/);
    expect((await swath.get('/search?f=csv&limit=1')).headers.get('vary')).toMatch(/\baccept\b/);
  });
});

describe('what is refused', () => {
  test('400 before anything is sent, with what is wrong', async () => {
    for (const [path, words] of [
      ['/search?f=shapefile', 'ndjson'],
      ['/search?f=csv&f=gpkg', 'ndjson'],
      ['/search?f=csv&limit=-1', 'limit'],
      ['/search?f=csv&page=3&limit=2', 'page'],
      ['/search?f=csv&collections=none', 'none'],
      ['/search?f=csv&filter=nonsense(', 'filter'],
      ['/search?f=ndjson&token=abc', 'token'],
      ['/collections/ugly/items?f=csv&nonsense=1', 'nonsense'],
    ] as const) {
      const answer = await swath.get(path);
      expect([path, answer.status, answer.text]).toEqual([path, 400, expect.stringContaining(words)]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('content-disposition')).toBeNull();
    }
  });
});

const headerOf = async (fields: string) =>
  (await swath.get(`/search?f=csv&limit=1&fields=${fields}`)).text.split('\r\n')[0];

describe('f=csv', () => {
  test('a row for each item, of which the last column is the whole', async () => {
    const { text } = await swath.get('/search?f=csv&collections=ugly');
    const rows = readCsv(text);
    const walked = await swath.walk('collections=ugly');
    expect(rows.map(({ stac_item: item }) => JSON.parse(item!) as Json)).toEqual(walked);
    expect(rows.map(({ id }) => id!.replace(/^'/, ''))).toEqual(ids(walked));
    const [header] = text.split('\r\n');
    expect(header).toMatch(/^id,collection,datetime,start_datetime,end_datetime,/);
    expect(header).toMatch(/,assets,west,south,east,north,WKT,stac_item$/);
    const byId = new Map(rows.map((row) => [row['id'], row]));
    expect(byId.get('antimeridian')).toMatchObject({
      west: '170',
      east: '-170',
      WKT: expect.stringMatching(/^MULTIPOLYGON/),
    });
    expect(byId.get('no-geometry')).toMatchObject({ WKT: '', west: '' });
    expect(byId.get('solid')).toMatchObject({ WKT: 'POINT Z (1.1 2.2 3.3)', west: '1', east: '4', north: '5' });
    expect(byId.get('empty')).toMatchObject({ flag: 'true', list: '[1,"a",null]' });
    expect(byId.get('names')).toMatchObject({
      'properties.id': 'not the id',
      'properties.stac_item': 'no',
      tiny: '1e-7',
    });
  });

  test('nothing in it begins a formula', async () => {
    const { text } = await swath.get('/search?f=csv&collections=ugly');
    const rows = readCsv(text);
    const cells = [...Object.keys(rows[0]!), ...rows.flatMap((row) => Object.values(row))];
    expect(cells.filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");
    expect(cells).toContain(`'=HYPERLINK("x")`);
  });

  test('fields say which columns there are', async () => {
    expect(await headerOf('properties.eo:cloud_cover')).toBe('id,collection,eo:cloud_cover');
    expect(await headerOf('id,platform,geometry')).toBe('id,collection,platform,WKT');
    expect(await headerOf('-assets,-bbox,-properties,-collection')).toBe('id,WKT');
  });

  test('an empty answer has its header', async () => {
    const { text } = await swath.get('/search?f=csv&limit=0');
    expect(text.split('\r\n')).toEqual([expect.stringMatching(/^id,collection,datetime,/), '']);
  });
});
