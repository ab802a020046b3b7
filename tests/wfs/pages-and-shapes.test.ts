import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type XmlElement, readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { looseItem, writerOf } from '../stac/writes-fixture.ts';
import { changeAccount, createKey } from '../support/accounts.ts';
import {
  type Page,
  type WfsService,
  endpoint,
  newestFirst,
  numberOf,
  pageOf,
  rowOfTen,
  scenes,
  startWfs,
} from './support.ts';

let swath: WfsService;
beforeAll(async () => {
  swath = await startWfs();
  await swath.collection('row');
  await swath.load('row', rowOfTen);
});
afterAll(() => swath.stop());

const page = (parameters: Readonly<Record<string, string | number>> = {}): Promise<Page> => pageOf(swath, parameters);

const ring = async (parameters: Record<string, string>) => {
  const { text } = await swath.features({ resourceId: 'scene-1', ...parameters });
  const [, name = ''] = /srsName="([^"]*)"/.exec(text) ?? [];
  const [, list = ''] = /<gml:posList>([^<]*)</.exec(text) ?? [];
  return [
    name,
    list
      .split(' ')
      .slice(0, 2)
      .map((one) => Math.round(Number(one))),
  ];
};

describe('what of each feature', () => {
  test.each([
    ['source,cloudCover', ['cloudCover', 'source'], false],
    ['(Vendor:source,featureGeometry)', ['source'], true],
    ['featureGeometry', [], true],
    ['legacyId', ['legacyIdentifier'], false],
  ])('propertyName=%s', async (propertyName, names, hasGeometry) => {
    const [feature] = (await page({ propertyName, count: 1 })).features;
    expect(Object.keys(feature!.properties)).toEqual(names);
    expect(feature!.geometry !== null).toBe(hasGeometry);
  });

  test('propertyName=*: everything', async () => {
    expect(Object.keys((await page({ propertyName: '*', count: 1 })).features[0]!.properties)).toHaveLength(48);
  });

  test.each([
    ['urn:ogc:def:crs:EPSG::4326', [5, 10], 'urn:ogc:def:crs:EPSG::4326'],
    ['EPSG:4326', [10, 5], 'http://www.opengis.net/gml/srs/epsg.xml#4326'],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', [5, 10], 'http://www.opengis.net/def/crs/EPSG/0/4326'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', [10, 5], 'urn:ogc:def:crs:OGC:1.3:CRS84'],
    ['urn:ogc:def:crs:EPSG::3857', [1_113_195, 557_305], 'urn:ogc:def:crs:EPSG::3857'],
    ['EPSG:900913', [1_113_195, 557_305], 'urn:ogc:def:crs:EPSG::3857'],
    ['urn:ogc:def:crs:EPSG::32632', [610_860, 552_749], 'urn:ogc:def:crs:EPSG::32632'],
  ])('srsName=%s: coordinates in its order, under a name that says so', async (srsName, first, name) => {
    expect(await ring({ srsName })).toEqual([name, first]);
  });

  test('GeoJSON has x first in every CRS, and says which', async () => {
    const [feature] = (await page({ resourceId: 'scene-1', srsName: 'urn:ogc:def:crs:EPSG::4326' })).features;
    expect(feature!.geometry!.coordinates[0][0]).toEqual([10, 5]);
    const projected = await swath.features({ resourceId: 'scene-1', srsName: 'EPSG:3857', outputFormat: 'json' });
    expect(projected.json()).toMatchObject({ crs: { properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } });
  });
});

const walker = (i: number, day: number) =>
  looseItem(`walker-${i}`, {
    properties: { datetime: `2022-01-${String(day).padStart(2, '0')}T00:00:00Z`, platform: 'walker' },
  });

describe('pages', () => {
  test('startIndex and count walk through all, in one order, with next and previous', async () => {
    const seen: string[] = [];
    for (let startIndex = 0; startIndex < 10; startIndex += 4)
      seen.push(...(await swath.idsOf({ startIndex, count: 4 })));
    expect(seen).toEqual(newestFirst);
    const middle = await swath.features({ startIndex: 4, count: 4 });
    const href = (name: string) => new URL(numberOf(middle.text, name)!.replaceAll('&amp;', '&')).searchParams;
    expect([href('next').get('startIndex'), href('previous').get('startIndex')]).toEqual(['8', '0']);
    const last = await swath.features({ startIndex: 8, count: 4 });
    expect([numberOf(last.text, 'next'), numberOf(last.text, 'numberReturned')]).toEqual([null, '2']);
  });

  test('the same backwards, from the middle, beyond the end, with a filter, and of nothing', async () => {
    expect(await swath.idsOf({ startIndex: 7, count: 2 })).toEqual(scenes(2, 1));
    expect(await swath.idsOf({ startIndex: 2, count: 2 })).toEqual(scenes(7, 6));
    expect(await swath.idsOf({ startIndex: 50, count: 2 })).toEqual([]);
    expect(await swath.idsOf({ startIndex: 1, count: 2, cql_filter: 'cloudCover<0.3' })).toEqual(scenes(3, 2));
    expect(await swath.idsOf({ count: 0 })).toEqual([]);
    const filtered = await swath.features({ startIndex: 1, count: 2, cql_filter: 'cloudCover<0.3' });
    expect([numberOf(filtered.text, 'numberMatched'), numberOf(filtered.text, 'numberReturned')]).toEqual([
      'unknown',
      '2',
    ]);
    const rest = await swath.features({ startIndex: 1, cql_filter: 'cloudCover<0.3' });
    expect([numberOf(rest.text, 'numberMatched'), numberOf(rest.text, 'numberReturned')]).toEqual(['5', '4']);
  });

  test('hits with a count: none returned, next leads to the first page; there previous leads back', async () => {
    const hits = await swath.features({ resultType: 'hits', count: 1 });
    expect(['numberMatched', 'numberReturned', 'previous'].map((name) => numberOf(hits.text, name))).toEqual([
      '10',
      '0',
      null,
    ]);
    const follow = async (text: string, name: string) => {
      const href = numberOf(text, name)!.replaceAll('&amp;', '&');
      return (await swath.get(href.slice(href.indexOf(endpoint)))).text;
    };
    const first = await follow(hits.text, 'next');
    expect(first.match(/<wfs:member>/g)).toHaveLength(1);
    const back = await follow(await follow(first, 'next'), 'previous');
    expect(back).toContain('gml:id="FinishedFeature.scene-9"');
  });

  test('a walk goes on where its last page ended, though items came before it meanwhile', async () => {
    await swath.collection('later');
    const filter = { cql_filter: "source = 'walker'", count: 2 };
    await swath.load('later', [walker(1, 1), walker(2, 2), walker(3, 3), walker(4, 4)]);
    expect(await swath.idsOf(filter)).toEqual(['walker-4', 'walker-3']);
    await swath.load('later', [walker(5, 5)]);
    expect(await swath.idsOf({ ...filter, startIndex: 2 })).toEqual(['walker-2', 'walker-1']);
    await swath.send('DELETE', '/collections/later');
  });
});

/** Of two collections by turns: walker-8 is the newest, and of the second one. */
const byTurns = (isSecond: boolean) => [1, 3, 5, 7].map((day) => day + Number(isSecond)).map((day) => walker(day, day));

describe('pages of keys that see different collections', () => {
  test('a walk with one key does not begin where that of another ended', async () => {
    await swath.collection('first');
    await swath.collection('second');
    await swath.load('first', byTurns(false));
    await swath.load('second', byTurns(true));
    const { account, token, key: narrow } = await writerOf(swath, ['stream'], ['first']);
    await changeAccount(swath.url, swath.token, account.id, { collections: ['first', 'second'] });
    const { api_key: wide } = await createKey(swath.url, token);
    const ids = async (key: string, startIndex: number) => {
      const asked = { cql_filter: "source = 'walker'", count: 2, startIndex, outputFormat: 'application/json' };
      return (await swath.features(asked, { key })).json<Page>().features.map(({ id }) => id);
    };
    expect(await ids(wide, 0)).toEqual(['walker-8', 'walker-7']);
    expect(await ids(narrow, 2)).toEqual(['walker-3', 'walker-1']);
    expect(await ids(wide, 2)).toEqual(['walker-6', 'walker-5']);
    for (const id of ['first', 'second']) await swath.send('DELETE', `/collections/${id}`);
  });
});

const members = (text: string): readonly XmlElement[] => readXml(text).children;

const values = (reference: string, more = '') =>
  swath.ask(
    `service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=FinishedFeature&valueReference=${encodeURIComponent(reference)}${more}`,
  );

describe('GetPropertyValue', () => {
  test('200: a member for each value, and none for features that have none', async () => {
    const answer = await values('Vendor:productName');
    expect([numberOf(answer.text, 'numberMatched'), numberOf(answer.text, 'numberReturned')]).toEqual(['5', '5']);
    expect(members(answer.text).map(({ children }) => children[0]!.text)).toEqual(
      [4, 3, 2, 1, 0].map((i) => `Name & <${i}>`),
    );
  });

  test('@gml:id and geometry, with pages and filters', async () => {
    const ids = await values('@gml:id', '&count=2&startIndex=1');
    expect(members(ids.text).map(({ text }) => text)).toEqual(['FinishedFeature.scene-8', 'FinishedFeature.scene-7']);
    const shapes = await values('featureGeometry', '&cql_filter=cloudCover%3C0.1');
    expect(shapes.text.match(/<gml:MultiSurface /g)).toHaveLength(2);
  });
});

const triangle = (west: number, east: number) => [
  [
    [west, 0],
    [east, 0],
    [east, 5],
    [west, 0],
  ],
];

describe('awkward items', () => {
  const awkward = [
    looseItem('7/ä "<&>\u202e', {
      properties: { datetime: '2019-01-01T00:00:00Z', productName: ']]> & <b>"\'\u0007\n', platform: 'awkward' },
    }),
    looseItem('_x0041_', { properties: { datetime: '2019-01-02T00:00:00Z', platform: 'awkward', niirs: 'no number' } }),
    looseItem('nowhere', {
      geometry: null,
      bbox: undefined,
      properties: { datetime: '2019-01-03T00:00:00Z', platform: 'awkward' },
    }),
    looseItem('many', {
      geometry: { type: 'MultiPolygon', coordinates: [triangle(0, 1), triangle(5, 6)] },
      properties: { datetime: '2019-01-04T00:00:00Z', platform: 'awkward' },
    }),
    looseItem('folded', {
      bbox: [170, 0, -170, 5],
      geometry: { type: 'Polygon', coordinates: triangle(170, -170) },
      properties: { datetime: '2019-01-05T00:00:00Z', platform: 'awkward' },
    }),
    looseItem('point', {
      bbox: [1, 2, 1, 2],
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: { datetime: '2019-01-06T00:00:00Z', platform: 'awkward' },
    }),
  ];
  beforeAll(async () => {
    await swath.collection('awkward');
    await swath.load('awkward', awkward);
  });

  const filter = { cql_filter: "source='awkward'" };
  const ids = ['point', 'folded', 'many', 'nowhere', '_x0041_', '7/ä "<&>\u202e'];

  test('GML that can be read, with ids that XML takes and that lead back', async () => {
    const { text } = await swath.features(filter);
    const features = members(text).map(({ children }) => children[0]!);
    const gmlIds = features.map(({ attributes }) => attributes.get('id')!);
    for (const id of gmlIds) expect(id).toMatch(/^FinishedFeature\.[\w.-]+$/);
    expect(features.map(({ children }) => children[0]!.text)).toEqual(ids);
    for (const [i, id] of gmlIds.entries()) expect(await swath.idsOf({ resourceId: id })).toEqual([ids[i]]);
    const hostile = features.at(-1)!.children.find(({ name }) => name === 'productName');
    expect(hostile!.text).toBe(']]> & <b>"\'\ufffd\n');
  });

  test('no geometry, several parts, and one that crosses the antimeridian, which is cut there', async () => {
    const { features } = await page(filter);
    expect(features.map(({ id }) => id)).toEqual(ids);
    const of = (id: string) =>
      features.find((feature) => feature.id === id)!.geometry as { type: string; coordinates: number[][][][] } | null;
    expect(of('nowhere')).toBeNull();
    expect(of('many')!.coordinates).toHaveLength(2);
    const folded = of('folded')!;
    expect(folded.type).toBe('MultiPolygon');
    for (const [x] of folded.coordinates.flat(2)) expect(Math.abs(x!)).toBeGreaterThanOrEqual(170);
    const { text } = await swath.features({ resourceId: 'many' });
    expect(text.match(/<gml:surfaceMember>/g)).toHaveLength(2);
  });

  test('a value of another type than the schema says is left out', async () => {
    const { features } = await page({ resourceId: '_x0041_' });
    expect(features[0]!.properties['niirs']).toBeNull();
  });
});

describe('one id in two collections', () => {
  test('features that are told apart in XML, and found by either id; JSON has the bare one', async () => {
    await swath.collection('twin');
    const { geometry, bbox, properties } = rowOfTen[3]!;
    await swath.load('twin', [looseItem('scene-3', { geometry, bbox, properties } as never)]);
    const { text } = await swath.features({ resourceId: 'FinishedFeature.scene-3' });
    const gmlIds = members(text).map(({ children }) => children[0]!.attributes.get('id')!);
    expect(gmlIds).toEqual(['FinishedFeature.scene-3_x000A_row', 'FinishedFeature.scene-3_x000A_twin']);
    const alone = await page({ resourceId: gmlIds[1]! });
    expect(alone.features.map(({ id, properties: { dataLayer } }) => [id, dataLayer])).toEqual([['scene-3', 'twin']]);
    expect(await swath.idsOf({ cql_filter: `IN ('${gmlIds[0]}','scene-4')` })).toEqual(['scene-4', 'scene-3']);
    const stored = `storedquery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById&id=${gmlIds[1]}`;
    const byId = await swath.ask(`service=WFS&version=2.0.0&request=GetFeature&${stored}`);
    expect(readXml(byId.text).attributes.get('id')).toBe(gmlIds[1]);
    await swath.send('DELETE', '/collections/twin');
  });
});
