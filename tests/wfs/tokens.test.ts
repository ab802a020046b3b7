import { describe, expect, test } from 'vitest';
import { parseItem } from '../../server/src/catalog/item.ts';
import type { StoredItem } from '../../server/src/catalog/ports.ts';
import type { Geometry } from '../../server/src/geometry/geojson.ts';
import { describeFeatureType } from '../../server/src/wfs/feature-type.ts';
import { createGeometryWriter } from '../../server/src/wfs/outputs/gml-geometry.ts';
import { createGmlTokenWriter } from '../../server/src/wfs/outputs/gml-tokens.ts';
import type { AnswerContext, StreamedOutput } from '../../server/src/wfs/outputs/output.ts';
import { outputs } from '../../server/src/wfs/outputs/outputs.ts';
import { createFeatureReader } from '../../server/src/wfs/outputs/read-feature.ts';
import { valueCollection } from '../../server/src/wfs/outputs/value-collection.ts';
import { createLinesWriter } from '../../server/src/wfs/outputs/write-lines.ts';
import { hasStacFiles, realSets, whyNoStacFiles } from '../stac/support-stac-files.ts';
import { areas, contextOf, otherShapes, tokensOf } from './support-outputs.ts';
import { randomItems } from './support-random-items.ts';
import { sized } from '../support/sized.ts';

const own = [
  { name: 'mood', property: 'odd "name"', type: 'string' },
  { name: 'größe', property: 'größe', type: 'number', factor: 3 },
  { name: 'again', property: 'gsd', type: 'integer' },
] as const;
const { attributes } = describeFeatureType(['acme'], []);
const { attributes: withOwn } = describeFeatureType(['acme'], own);

const contexts: readonly (readonly [string, Partial<AnswerContext>])[] = [
  ['all attributes', { attributes }],
  ['attributes of the operator', { attributes: withOwn }],
  ['projected', { attributes, crs: { srsName: 'urn:ogc:def:crs:EPSG::3857', code: 3_857, isLatLon: false } }],
  ['without geometry', { attributes: attributes.slice(0, 9), hasGeometry: false }],
];
const streamed = [...outputs, valueCollection].filter((output): output is StreamedOutput => output.kind === 'streamed');

const stored = (json: unknown): StoredItem => {
  const { id, collection, etag, bytes } = parseItem(json, (json as { collection?: string }).collection ?? 'c');
  return { id, collection, etag, bytes };
};

const linesOf = (items: readonly StoredItem[]): Buffer =>
  Buffer.from(items.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n'));

/** What is parsed, and what is taken over from the text. */
function bothWays(output: StreamedOutput, context: AnswerContext, items: readonly StoredItem[]) {
  const writer = output.write(context);
  const read = createFeatureReader(context);
  const shared = new Set(output.hasBareIds ? [] : [items[0]!.id]);
  const parsed = items.map((item) => writer.feature(tokensOf(read(item, shared.has(item.id)))));
  const between = writer.between ?? '';
  const { bytes, sizes } = createLinesWriter(output.write(context), context)({ bytes: linesOf(items), shared });
  expect(sizes).toEqual(parsed.map((feature) => Buffer.byteLength(between + feature)));
  return [Buffer.from(parsed.map((feature) => between + feature).join('')), Buffer.from(bytes)] as const;
}

/** Names of what is not the same both ways. */
function differences(items: readonly StoredItem[], atOnce: number): readonly string[] {
  const found: string[] = [];
  for (const [name, more] of contexts)
    for (const output of streamed)
      for (let from = 0; from < items.length; from += atOnce) {
        const [parsed, taken] = bothWays(output, contextOf(more), items.slice(from, from + atOnce));
        if (!parsed.equals(taken)) found.push(`${name}, ${output.name}: ${taken.toString()} for ${parsed.toString()}`);
      }
  return found;
}

describe('features that are taken over from the text of documents are those that parsing gives', () => {
  test('of items of chance, in every format', () => {
    const items = randomItems(sized(120, 1_000)).map(stored);
    expect([...differences(items, 7), ...differences(items, 60)]).toEqual([]);
  });

  test.skipIf(!hasStacFiles)(`of real items, in every format${whyNoStacFiles}`, () => {
    for (const { items } of realSets()) expect(differences(items.slice(0, 40).map(stored), 20)).toEqual([]);
  });
});

test.each([...areas, ...otherShapes].filter(({ geometry }) => geometry !== null))(
  'the geometry of $id is the same',
  ({ geometry }) => {
    for (const [isLatLon, areIdsNeeded] of [
      [true, true],
      [false, false],
    ] as const) {
      const [parsed, taken] = [createGeometryWriter, createGmlTokenWriter].map((create) =>
        create('srs', isLatLon, areIdsNeeded),
      );
      expect(taken!(JSON.stringify(geometry) as never, 'id')).toBe(parsed!(geometry as Geometry as never, 'id'));
    }
  },
);

test.each([
  '{"type":"Polygon","coordinates":[]}',
  '{"type":"Polygon","coordinates":[[]]}',
  '{"type":"MultiPolygon","coordinates":[]}',
  '{"type":"MultiPolygon","coordinates":[[[[1,2,3],[4,5,6],[1,2,3]]]],"bbox":[1,2,4,5]}',
  '{"coordinates":[[[1,2],[4,5],[1,2]]],"type":"Polygon"}',
])('%s likewise', (text) => {
  const parsed = createGeometryWriter('srs', true, true)(JSON.parse(text) as Geometry, 'id');
  expect(createGmlTokenWriter('srs', true, true)(text, 'id')).toBe(parsed);
});
