import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Archive, idsOf, makeItem, putCollections, startArchive } from './archive.ts';

let archive: Archive;

beforeAll(async () => {
  const many = Array.from({ length: 150 }, (_, i) =>
    makeItem(`m${i}`, { collection: 'many', properties: { name: `n${i}`, n: i } }),
  );
  archive = await startArchive([
    makeItem('1', {
      properties: {
        platform: 'wv02',
        'eo:cloud_cover': 3.5,
        rows: 10,
        isGood: true,
        created: '2020-01-01T00:00:00Z',
        instruments: ['a'],
        nested: { x: 1 },
        either: 'text',
        nothing: null,
      },
    }),
    makeItem('2', { properties: { platform: 'ge01', 'eo:cloud_cover': 80, rows: 20, either: 5 } }),
    makeItem('3', {
      collection: 'b',
      properties: { platform: 'wv03', rows: 0.5, id: 'shadow', collection: 'shadow', bbox: 1, '': 'no name' },
    }),
    ...many,
  ]);
});
afterAll(() => archive.stop());

type Schema = Record<string, unknown> & { readonly properties: Record<string, Record<string, unknown>> };
const read = async (path: string) => (await archive.get(path)).json<Schema>();

const dateTime = { type: 'string', format: 'date-time' };

describe('queryables, 200', () => {
  test('of a collection: a JSON Schema with types, ranges and values', async () => {
    const answer = await archive.get('/collections/a/queryables');
    expect(answer.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
    const { properties, ...rest } = answer.json<Schema>();
    expect(rest).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `${archive.swath.service.config.baseUrl}/collections/a/queryables`,
      type: 'object',
      title: 'Queryables',
      additionalProperties: true,
    });
    expect(properties).toEqual({
      id: { type: 'string' },
      collection: { type: 'string', enum: ['a'] },
      geometry: { $ref: 'https://geojson.org/schema/Geometry.json', format: 'geometry-any' },
      datetime: dateTime,
      platform: { type: 'string', enum: ['ge01', 'wv02'] },
      'eo:cloud_cover': { type: 'number', minimum: 3.5, maximum: 80 },
      rows: { type: 'integer', minimum: 10, maximum: 20 },
      isGood: { type: 'boolean' },
      created: dateTime,
      instruments: { type: 'array' },
      nested: { type: 'object' },
      either: { type: ['integer', 'string'], minimum: 5, maximum: 5 },
    });
  });

  test('of all: merged, and without the values of what has too many', async () => {
    const { properties, $id } = await read('/queryables');
    expect($id).toBe(`${archive.swath.service.config.baseUrl}/queryables`);
    expect(properties).toMatchObject({
      id: { type: 'string' },
      collection: { type: 'string', enum: ['a', 'b', 'many'] },
      platform: { type: 'string', enum: ['ge01', 'wv02', 'wv03'] },
      rows: { type: 'number', minimum: 0.5, maximum: 20 },
      name: { type: 'string' },
      n: { type: 'integer', minimum: 0, maximum: 149 },
    });
    expect(properties['name']).not.toHaveProperty('enum');
  });

  test('every name can be used in a filter as it stands there', async () => {
    for (const name of Object.keys((await read('/collections/a/queryables')).properties)) {
      const filter = `"${name}" IS NOT NULL`;
      expect([
        name,
        idsOf(await archive.get(`/search?collections=a&filter=${encodeURIComponent(filter)}`)).length > 0,
      ]).toEqual([name, true]);
    }
  });

  test('of a collection without items: what every item has', async () => {
    await putCollections(archive.swath.service.catalog, 'empty');
    expect(Object.keys((await read('/collections/empty/queryables')).properties).sort()).toEqual([
      'collection',
      'datetime',
      'geometry',
      'id',
    ]);
  });
});

describe('the schema of items, 200', () => {
  test('has every property with its type and nothing that an item to come could break, and roles', async () => {
    const answer = await archive.get('/collections/a/schema');
    expect(answer.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
    const { properties, $id } = answer.json<Schema>();
    expect($id).toBe(`${archive.swath.service.config.baseUrl}/collections/a/schema`);
    expect(properties).toEqual({
      id: { type: 'string', 'x-ogc-role': 'id' },
      geometry: { format: 'geometry-any', 'x-ogc-role': 'primary-geometry' },
      datetime: { ...dateTime, 'x-ogc-role': 'primary-instant' },
      platform: { type: 'string' },
      'eo:cloud_cover': { type: 'number' },
      rows: { type: 'integer' },
      isGood: { type: 'boolean' },
      created: dateTime,
      instruments: { type: 'array' },
      nested: { type: 'object' },
      either: { type: ['integer', 'string'] },
    });
  });

  test('is claimed and linked where QGIS looks for it', async () => {
    const conforms = (await archive.get('/conformance')).json<{ conformsTo: readonly string[] }>().conformsTo;
    expect(conforms).toContain('http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/schemas');
    const { links } = (await archive.get('/collections/a')).json<{ links: readonly Record<string, string>[] }>();
    expect(links.filter(({ rel }) => rel === 'http://www.opengis.net/def/rel/ogc/1.0/schema')).toEqual([
      expect.objectContaining({
        type: 'application/schema+json',
        href: `${archive.swath.service.config.baseUrl}/collections/a/schema`,
      }),
    ]);
  });
});

describe('sortables, 200', () => {
  test('are the scalars, and every one of them sorts', async () => {
    const { properties, title, $id } = await read('/collections/a/sortables');
    expect([title, $id]).toEqual(['Sortables', `${archive.swath.service.config.baseUrl}/collections/a/sortables`]);
    const names = Object.keys(properties).sort();
    expect(names).toEqual([
      'collection',
      'created',
      'datetime',
      'either',
      'eo:cloud_cover',
      'id',
      'isGood',
      'platform',
      'rows',
    ]);
    for (const name of names) expect((await archive.get(`/search?sortby=-${name}`)).status).toBe(200);
  });

  test('of all, merged', async () => {
    expect(Object.keys((await read('/sortables')).properties)).toEqual(
      expect.arrayContaining(['name', 'n', 'platform']),
    );
  });
});
