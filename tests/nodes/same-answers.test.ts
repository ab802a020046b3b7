import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabaseOf, postgresForTests } from '../abuse/support/postgres-database.ts';
import { makeItem, square } from '../catalog/contract/fixtures.ts';
import { signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { createRandom } from '../support/seeded-random.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { collectionJson } from '../stac/writes-fixture.ts';

const postgres = postgresForTests();
const reason = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';

const random = createRandom(20_261_118);
const features = (collection: string) =>
  Array.from({ length: 150 }, (_, i) => ({
    ...makeItem(`${i % 10 === 0 ? 'both' : collection}-${i}`, {
      collection,
      geometry: random.pick([null, square(random.below(300) - 150, random.below(100) - 50, 3), square(178, 10, 5)]),
      properties: {
        datetime: `2026-0${1 + random.below(9)}-1${random.below(9)}T10:00:00Z`,
        'eo:cloud_cover': random.pick([undefined, null, 0, 12.5, 80]),
        platform: random.pick(['one', 'twö', '<three> & "four"']),
        title: random.pick(['plain', 'line\nend', 'ü € 𝄞', undefined]),
      },
    }).document,
  }));
const archive = { a: features('a'), b: features('b') };

/** Without what says which service it was, and when. */
const hostless = (text: string) =>
  text
    .replaceAll(/localhost:\d+|127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/timeStamp="[^"]*"|"(?:timestamp|timeStamp|request_id)":"[^"]*"/g, '');

const wfs = (query: string) =>
  `/streaming/v1/ogc/wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=FinishedFeature&${query}`;

const requests: readonly (readonly [method: string, path: string, json?: object])[] = [
  ['GET', '/collections'],
  ['GET', '/collections/a'],
  ['GET', '/queryables'],
  ['GET', '/collections/a/items?limit=7'],
  ['GET', '/collections/a/items/both-0'],
  ['GET', '/collections/a/items/none'],
  ['POST', '/search', { limit: 20 }],
  ['POST', '/search', { bbox: [-60, -40, 60, 40], limit: 50 }],
  ['POST', '/search', { bbox: [170, -90, -170, 90] }],
  ['POST', '/search', { filter: 'platform = \'one\' AND "eo:cloud_cover" < 50', 'filter-lang': 'cql2-text' }],
  [
    'POST',
    '/search',
    {
      filter: "title LIKE 'pl%'",
      'filter-lang': 'cql2-text',
      sortby: [{ field: 'eo:cloud_cover', direction: 'desc' }],
    },
  ],
  [
    'POST',
    '/search',
    { filter: "CASEI(title) LIKE '%N%'", 'filter-lang': 'cql2-text', sortby: [{ field: 'title', direction: 'asc' }] },
  ],
  [
    'POST',
    '/search',
    { datetime: '2026-03-01T00:00:00Z/2026-05-01T00:00:00Z', fields: { include: ['id', 'properties.title'] } },
  ],
  ['POST', '/search', { filter: 'nonsense <', 'filter-lang': 'cql2-text' }],
  ['GET', '/aggregate?aggregations=total_count,platform_frequency'],
  ['GET', '/search?f=ndjson'],
  ['GET', '/search?f=csv&collections=a'],
  ['GET', '/search?f=geojsonseq&bbox=-60,-40,60,40'],
  ['GET', wfs('count=20')],
  ['GET', wfs('resultType=hits')],
  ['GET', wfs('outputFormat=application/json&count=40&startIndex=7&sortBy=featureId')],
  ['GET', wfs('outputFormat=application/json&bbox=-60,-40,60,40,urn:ogc:def:crs:EPSG::4326')],
  ['GET', wfs('outputFormat=csv')],
  ['GET', wfs('outputFormat=KML&count=30')],
  ['GET', wfs('outputFormat=text/xml;%20subtype%3Dgml/3.1.1&count=300')],
  ['GET', wfs('outputFormat=spreadsheet')],
];

describe.skipIf('skipReason' in postgres)(`the same archive in both stores${reason}`, () => {
  let database: { readonly url: string; drop(): Promise<void> };
  const services: TestService[] = [];
  const tokens: string[] = [];
  beforeAll(async () => {
    database = await freshDatabaseOf('url' in postgres ? postgres.url : '');
    const stores: readonly Readonly<Record<string, string>>[] = [{}, { SWATH_DATABASE_URL: database.url }];
    for (const settings of stores) {
      const service = await startService(settings);
      services.push(service);
      const token = (await signIn(service.url, service.admin)).access_token;
      tokens.push(token);
      for (const [id, of] of Object.entries(archive)) {
        await call(service.url, 'POST', '/collections', { token, json: collectionJson(id) });
        const json = { type: 'FeatureCollection', features: of };
        const stored = await call(service.url, 'POST', `/collections/${id}/items`, { token, json });
        if (stored.status >= 300) throw new Error(stored.text);
      }
    }
  }, 90_000);
  afterAll(async () => {
    for (const service of services) await service.stop();
    await database?.drop();
  });

  const each = requests.map(([method, path, json]) => ({ method, path, json }));
  test.each(each)('$method $path answers the same, byte for byte', async ({ method, path, json }) => {
    const [embedded, scaled] = await Promise.all(
      services.map(async ({ url }, at) => {
        const { status, text } = await call(url, method, path, {
          token: tokens[at]!,
          ...(json === undefined ? {} : { json }),
        });
        return { status, text: hostless(text) };
      }),
    );
    expect(embedded!.status).toBeLessThan(500);
    expect(scaled).toEqual(embedded);
  });

  test.each(['application/geopackage+sqlite3', 'SHAPE-ZIP'])('WFS as %s is made over both', async (format) => {
    const sizes = await Promise.all(
      services.map(async ({ url }, at) => {
        const answer = await call(url, 'GET', wfs(`outputFormat=${encodeURIComponent(format)}`), {
          token: tokens[at]!,
        });
        return [answer.status, answer.text.length > 1_000];
      }),
    );
    expect(sizes).toEqual([
      [200, true],
      [200, true],
    ]);
  });
});
