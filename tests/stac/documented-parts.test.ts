import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionsSchema, featureCollectionSchema } from '../../server/src/http/wire/catalog/stac-schemas.ts';
import { type Archive, makeItem, startArchive } from './archive.ts';

let archive: Archive;
beforeAll(async () => {
  const assets = { thumb: { href: 'https://data.example/thumb.png', roles: ['thumbnail'] } };
  archive = await startArchive([makeItem('1', { assets })]);
});
afterAll(() => archive.stop());

test.each([
  ['/search', 'assets.thumb.roles', featureCollectionSchema],
  ['/search', 'geometry.coordinates', featureCollectionSchema],
  ['/collections/a/items', '-geometry.type,-assets.thumb.href', featureCollectionSchema],
  ['/collections', 'extent.spatial', collectionsSchema],
  ['/collections', '-extent.temporal.interval', collectionsSchema],
])(
  'GET %s fits what it is documented as where `fields` asks for parts of members: fields=%s',
  async (path, fields, schema) => {
    const answer = await archive.get(`${path}?fields=${fields}`);
    expect(answer.status).toBe(200);
    expect([...Value.Errors(schema, answer.json())]).toEqual([]);
  },
);
