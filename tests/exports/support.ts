import { type Answer, type CallOptions } from '../support/call.ts';
import type { StartOptions } from '../support/start-service.ts';
import { type WriteService, featureCollection, looseItem, startWriteService } from '../stac/writes-fixture.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Everything that is awkward in a file: names, values, shapes. */
export const uglyItems: readonly Json[] = [
  looseItem('=cmd|calc', { properties: { datetime: '2021-01-01T00:00:00Z', note: '=1+1', 'eo:cloud_cover': 12.5 } }),
  looseItem('quote"comma,line', { properties: { datetime: '2021-01-02T00:00:00Z', note: 'a "b", c\r\nd\te\\' } }),
  looseItem('empty', { properties: { datetime: '2021-01-03T00:00:00Z', note: '', flag: true, list: [1, 'a', null] } }),
  looseItem('inherited', {
    properties: { datetime: '2021-01-09T00:00:00Z', constructor: 5, toString: 't', hasOwnProperty: [true] },
    assets: { constructor: { href: 'https://example.com/a.tif' } },
  }),
  looseItem('no-geometry', { geometry: null, bbox: undefined, properties: { datetime: '2021-01-04T00:00:00Z' } }),
  looseItem('antimeridian', {
    bbox: [170, -10, -170, 10],
    geometry: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [170, -10],
            [180, -10],
            [180, 10],
            [170, 10],
            [170, -10],
          ],
        ],
        [
          [
            [-180, -10],
            [-170, -10],
            [-170, 10],
            [-180, 10],
            [-180, -10],
          ],
        ],
      ],
    },
    properties: { datetime: '2021-01-05T00:00:00Z' },
  }),
  looseItem('interval', {
    properties: { datetime: null, start_datetime: '2021-01-06T00:00:00Z', end_datetime: '2021-02-06T00:00:00Z' },
  }),
  looseItem('umlaut-äöü-𝄞-\u202e', { properties: { datetime: '2021-01-07T00:00:00.123456Z', note: '\ud800 lone' } }),
  looseItem('names', {
    properties: {
      datetime: '2021-01-08T00:00:00Z',
      id: 'not the id',
      geom: 1,
      fid: 2,
      FID: 3,
      WKT: 'POINT (1 2)',
      stac_item: 'no',
      'a"b,c\nd': 'hostile name',
      '=HYPERLINK("x")': 'formula name',
      '': 'no name',
      ' ': 'blank',
      "'; DROP TABLE items; --": 'bobby',
      nested: { deep: { deeper: [1, 2, { x: 'y' }] } },
      'eo:cloud_cover': 99,
      big: 2 ** 63,
      tiny: 1e-7,
      flag: 'not a boolean',
    },
  }),
  looseItem('solid', {
    bbox: [1, 2, 3, 4, 5, 6],
    geometry: { type: 'Point', coordinates: [1.1, 2.2, 3.3] },
    properties: { datetime: '2021-01-09T00:00:00Z' },
  }),
  looseItem('collection-of-shapes', {
    geometry: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [5, 5] },
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    },
    properties: { datetime: '2021-01-10T00:00:00Z' },
  }),
];

export const plainItems = (count: number, from = 0): readonly Json[] =>
  Array.from({ length: count }, (_, i) =>
    looseItem(`plain-${String(from + i).padStart(6, '0')}`, {
      properties: {
        datetime: new Date(Date.UTC(2022, 0, 1) + (from + i) * 60_000).toISOString(),
        'eo:cloud_cover': (from + i) % 100,
        platform: `sat-${i % 3}`,
        title: `A picture of sat-${i % 3}`,
      },
    }),
  );

type Page = { readonly features: readonly Json[]; readonly links: readonly { rel: string; href: string }[] };

export type ExportService = WriteService & {
  load(collection: string, items: readonly Json[]): Promise<void>;
  /** All items of a search, page by page. */
  walk(query: string, options?: CallOptions): Promise<readonly Json[]>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  bytes(path: string): Promise<Buffer>;
};

export async function startExportService(
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<ExportService> {
  const swath = await startWriteService(settings, options);
  return {
    ...swath,
    async load(collection, items) {
      for (let at = 0; at < items.length; at += 1_000) {
        const json = featureCollection(items.slice(at, at + 1_000));
        const answer = await swath.send('POST', `/collections/${collection}/items`, { json });
        if (answer.status >= 300) throw new Error(`loading answered ${answer.status}: ${answer.text}`);
      }
    },
    async walk(query, options) {
      const found: Json[] = [];
      for (let path: string | undefined = `/search?limit=7&${query}`; path !== undefined;) {
        const page: Page = (await swath.send('GET', path, options)).json<Page>();
        found.push(...page.features);
        const next = page.links.find(({ rel }) => rel === 'next');
        path = next && next.href.slice(next.href.indexOf('/search'));
      }
      return found;
    },
    get: (path, options) => swath.send('GET', path, options),
    async bytes(path) {
      const headers = { authorization: `Bearer ${swath.token}` };
      const answer = await fetch(swath.url + path, { headers });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}

export const lines = (text: string): readonly Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.startsWith('\u001e') ? line.slice(1) : line) as Json);

export const ids = (items: readonly Json[]): readonly unknown[] => items.map(({ id }) => id);

/** Rows of RFC 4180 as objects by the header. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain, end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('this is no CSV');
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === '\r\n') rows.push([]);
  }
  const [header, ...rest] = rows.filter((row) => row.length > 0);
  for (const row of rest) if (row.length !== header!.length) throw new Error(`a row has ${row.length} cells`);
  return rest.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i]!])));
}
