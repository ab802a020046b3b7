import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseCollection } from '../../../server/src/catalog/collection.ts';
import { parseItem } from '../../../server/src/catalog/item.ts';
import { type JsonObject, isObject } from '../../../server/src/catalog/refuse.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { sized } from '../../support/sized.ts';
import { onEveryCatalog } from './catalogs.ts';
import { documentOf, find, put, putCollections, search } from './fixtures.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/stac/', import.meta.url));
const hasData = existsSync(folder);
const reason = 'no ../shared/data/stac beside the project';
if (!hasData) saySkipped('stac-data', reason);

const read = (name: string) => readFileSync(`${folder}${name}`);
const lines = (bytes: Buffer) =>
  bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
const features = (name: string) => (JSON.parse(read(name).toString()) as { features: JsonObject[] }).features;

const example = (name: string) => JSON.parse(read(`examples/${name}.json`).toString()) as JsonObject;

const sets: Readonly<Record<string, () => readonly JsonObject[]>> = {
  naip: () => lines(read('naip-pc/items.ndjson')).slice(0, sized(60, 300)),
  'naip of pgstac': () => lines(read('naip-pc/pgstac-100-items.ndjson')),
  'sentinel-2': () => features('sentinel-2/sentinel-s2-l2a-cogs_0_100.json'),
  joplin: () => features('joplin/index.geojson'),
  maxar: () => lines(gunzipSync(read('maxar/items.ndjson.gz'))).filter((_, i) => i % sized(200, 40) === 0),
  'the core example': () => [example('core-item')],
  'the extended example': () => [example('extended-item')],
};

const ownRelations = ['self', 'root', 'parent', 'collection'];

const withoutOwnLinks = (json: JsonObject) => ({
  ...json,
  links: (json['links'] as JsonObject[]).filter(({ rel }) => !ownRelations.includes(rel as string)),
});

describe.skipIf(!hasData)(`real items${hasData ? '' : ` (skipped: ${reason})`}`, () => {
  onEveryCatalog((fresh) => {
    test.each(Object.keys(sets))('%s: read, stored, equal when they come back, found', async (name) => {
      const catalog = await fresh();
      const given = sets[name]!();
      const items = given.map((json) => parseItem(json));
      await putCollections(catalog, ...new Set(items.map(({ collection }) => collection)));
      expect(new Set((await put(catalog, items)).map(({ outcome }) => outcome))).toEqual(new Set(['created']));
      expect((await search(catalog, { limit: 0 })).matched?.atLeast).toBe(given.length);
      for (const [i, item] of items.entries()) {
        const stored = (await catalog.getItem(item.collection, item.id, 'all'))!;
        expect(documentOf(stored)).toEqual(withoutOwnLinks(given[i]!));
      }
      for (const item of items.filter((_, i) => i % Math.ceil(items.length / sized(4, 12)) === 0)) {
        const { properties, bbox } = item.document as { properties: { datetime: string }; bbox: number[] };
        const body = { collections: [item.collection], bbox, datetime: properties.datetime };
        expect(await find(catalog, body)).toContain(item.id);
        expect(await find(catalog, { intersects: item.document['geometry'] })).toContain(item.id);
        expect(
          await find(catalog, { ids: [item.id], bbox: [...bbox.slice(0, 2), -100, ...bbox.slice(2), 100].slice(0, 6) }),
        ).toContain(item.id);
      }
    });

    test('their collections', async () => {
      const catalog = await fresh();
      const names = [
        'naip-pc/collection-naip',
        'naip-pc/collection-sentinel-2-l2a',
        'sentinel-2/collection',
        'joplin/collection',
      ];
      const given = [
        ...names.map((name) => JSON.parse(read(`${name}.json`).toString())),
        ...lines(read('maxar/collections.ndjson')),
      ];
      for (const json of given.filter(isObject)) {
        const collection = parseCollection(json);
        await catalog.putCollection(collection, 'upsert', null);
        const stored = documentOf((await catalog.getCollection(collection.id, 'all'))!);
        const relations = (stored['links'] as JsonObject[]).map(({ rel }) => rel);
        expect(relations.some((rel) => ['self', 'root', 'parent', 'items'].includes(rel as string))).toBe(false);
        expect({ ...stored, links: [] }).toEqual({ ...json, links: [] });
      }
    });
  });
});
