import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { type Page, type WfsService, newestFirst, numberOf, pageOf, rowOfTen, scenes, startWfs } from './support.ts';

let swath: WfsService;
beforeAll(async () => {
  swath = await startWfs();
  await swath.collection('row');
  await swath.load('row', rowOfTen);
});
afterAll(() => swath.stop());

const page = (parameters: Readonly<Record<string, string | number>> = {}): Promise<Page> => pageOf(swath, parameters);

describe('GET GetFeature as GML 3.2', () => {
  test('200: a collection with its counts, a member for each feature, latitudes first', async () => {
    const answer = await swath.features();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/gml+xml; version=3.2; charset=utf-8',
    ]);
    expect([numberOf(answer.text, 'numberMatched'), numberOf(answer.text, 'numberReturned')]).toEqual(['10', '10']);
    const root = readXml(answer.text);
    expect([root.name, root.uri, root.children.length]).toEqual([
      'FeatureCollection',
      'http://www.opengis.net/wfs/2.0',
      10,
    ]);
    const [feature] = root.children[0]!.children;
    expect([feature!.name, feature!.uri, feature!.attributes.get('id')]).toEqual([
      'FinishedFeature',
      'urn:swath:wfs:vendor',
      'FinishedFeature.scene-9',
    ]);
    expect(answer.text).toContain('<gml:posList>5 90 5 91 6 91 6 90 5 90</gml:posList>');
  });

  test('200 as XML for whoever accepts only that, and whatever Accept says', async () => {
    for (const accept of ['application/xml', 'text/html', '*/*'])
      expect(
        (await swath.features({ count: 1 }, { headers: { accept, authorization: `Bearer ${swath.token}` } })).status,
      ).toBe(200);
  });

  test('200: attributes in the order of the schema, scaled, escaped, and left out where there is none', async () => {
    const root = readXml((await swath.features({ resourceId: 'FinishedFeature.scene-4' })).text);
    const values = root.children[0]!.children[0]!.children.map(({ name, text }) => [name, text]);
    expect(values.slice(0, -1)).toEqual([
      ['featureId', 'scene-4'],
      ['cloudCover', '0.28'],
      ['offNadirAngle', '4'],
      ['groundSampleDistance', '0.34'],
      ['groundSampleDistanceUnit', 'Meter'],
      ['source', 'WV01'],
      ['dataLayer', 'row'],
      ['legacyIdentifier', '10300100AE766C04'],
      ['acquisitionDate', '2021-01-05T10:30:00Z'],
      ['productName', 'Name & <4>'],
    ]);
  });
});

describe('GET GetFeature as GeoJSON', () => {
  test.each(['application/json', 'json', 'geojson', 'application/geo json', 'JSON'])(
    '%s: 200 with the members that clients read',
    async (name) => {
      const found = await page({ outputFormat: name, count: 2 });
      expect(found).toMatchObject({
        type: 'FeatureCollection',
        totalFeatures: 10,
        numberMatched: 10,
        numberReturned: 2,
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } },
      });
      expect(found.features[0]).toMatchObject({
        type: 'Feature',
        id: 'scene-9',
        geometry: { type: 'Polygon', coordinates: [[[90, 5]]].map(() => expect.anything()) },
        geometry_name: 'featureGeometry',
        properties: { featureId: 'scene-9', cloudCover: 0.63, niirs: null },
      });
      expect(found.features[0]!.geometry!.coordinates[0][0]).toEqual([90, 5]);
    },
  );

  test('the last of two formats counts, and what is unknown is ignored', async () => {
    const answer = await swath.ask(
      'service=WFS&request=GetFeature&version=2.0.0&typeNames=Maxar:FinishedFeature&outputFormat=gml32&outputformat=application/json&SDKversion=1&a8f7d9=a8f7d9&height=5',
    );
    expect(answer.json<Page>().numberReturned).toBe(10);
  });
});

const less = (name: string, value: string) =>
  `<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0"><fes:PropertyIsLessThan><fes:ValueReference>${name}</fes:ValueReference><fes:Literal>${value}</fes:Literal></fes:PropertyIsLessThan></fes:Filter>`;

describe('which features', () => {
  const bothWays = 'urn:ogc:def:crs:EPSG::4326';
  test.each([
    ['2.0.0', '5.5,10,5.6,20.5', scenes(2, 1)],
    ['1.1.0', '5.5,10,5.6,20.5', scenes(2, 1)],
    ['1.0.0', '10,5.5,20.5,5.6', scenes(2, 1)],
    ['2.0.0', '10,5.5,20.5,5.6,EPSG:4326', scenes(2, 1)],
    ['2.0.0', `5.5,10,5.6,20.5,${bothWays}`, scenes(2, 1)],
    ['1.0.0', `5.5,10,5.6,20.5,${bothWays}`, scenes(2, 1)],
    ['2.0.0', '5.5,10,5.6,20.5,http://www.opengis.net/def/crs/EPSG/0/4326', scenes(2, 1)],
    ['2.0.0', '10,5.5,20.5,5.6,urn:ogc:def:crs:OGC:1.3:CRS84', scenes(2, 1)],
    ['2.0.0', '1113200,600000,2282000,620000,EPSG:3857', scenes(2, 1)],
    ['2.0.0', '5.5,10,0,5.6,20.5,0', scenes(2, 1)],
    ['2.0.0', '91.1,5.5,95,5.6', []],
    ['2.0.0', '90.5,5.5,95,5.6', scenes(9)],
    ['2.0.0', '50,50,60,60', []],
    ['2.0.0', `-135,10,135,20.5,${bothWays}`, scenes(2, 1)],
    ['2.0.0', `-135,-270,135,270`, scenes(9, 8, 7, 6, 5, 4, 3, 2, 1, 0)],
  ])('%s bbox=%s', async (version, bbox, ids) => {
    expect(await swath.idsOf({ version, bbox })).toEqual(ids);
  });

  test('a box has as many features as a search by it', async () => {
    const search = await swath.get('/search?bbox=10,5.5,40.5,5.6&limit=0');
    const hits = await swath.features({ bbox: '5.5,10,5.6,40.5', resultType: 'hits' });
    expect(numberOf(hits.text, 'numberMatched')).toBe(String(search.json()['numberMatched']));
    expect(numberOf(hits.text, 'numberReturned')).toBe('0');
  });

  test.each([
    ["acquisitionDate>='2021-01-09'", scenes(9, 8)],
    ["(acquisitionDate>='2021-01-05')AND(cloudCover<0.30)", scenes(4)],
    ["BBOX(featureGeometry,5.2,9,5.8,25)AND(source='WV01')", scenes(2)],
    ["source IN ('WV01') AND cloudCover BETWEEN 0.5 AND 0.6", scenes(8)],
    ["legacyId = '10300100AE766C03'", scenes(3)],
    ["productType LIKE 'Name & <_>' AND offNadirAngle > 2", scenes(4, 3)],
    ["IN ('FinishedFeature.scene-1','scene-2')", scenes(2, 1)],
    ['acquisitionDate DURING 2021-01-02T00:00:00Z/2021-01-04T00:00:00Z', scenes(2, 1)],
    ['cloudCover = 0.07', scenes(1)],
    ['EXCLUDE', []],
  ])('cql_filter=%s', async (filter, ids) => {
    expect(await swath.idsOf({ cql_filter: filter })).toEqual(ids);
  });

  const gdalBox =
    '<Filter xmlns="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"><BBOX><ValueReference>featureGeometry</ValueReference><gml:Envelope><gml:lowerCorner>5.2 9.0</gml:lowerCorner><gml:upperCorner>5.8 25.0</gml:upperCorner></gml:Envelope></BBOX></Filter>';

  test.each([
    [{ filter: less('cloudCover', '0.1') }, scenes(1, 0)],
    [{ filter: `(${less('Vendor:acquisitionDate', '2021-01-03')})` }, scenes(1, 0)],
    [{ query: less('FinishedFeature/cloudCover', '0.1') }, scenes(1, 0)],
    [{ filter: gdalBox }, scenes(2, 1)],
    [{ filter: gdalBox, cql_filter: "source='WV01'" }, scenes(2)],
    [{ filter: gdalBox, cql_filter: "source='WV01'", bbox: '5,0,6,15' }, []],
    [{ bbox: '5,0,6,15', cql_filter: "source='WV01'" }, scenes(0)],
    [
      { filter: '<Filter><PropertyIsNull><ValueReference>gml:name</ValueReference></PropertyIsNull></Filter>' },
      newestFirst,
    ],
    [
      {
        filter:
          '<Filter><Not><PropertyIsNull><ValueReference>productName</ValueReference></PropertyIsNull></Not></Filter>',
      },
      scenes(4, 3, 2, 1, 0),
    ],
    [
      {
        filter: '<Filter><ResourceId rid="FinishedFeature.scene-5"/><ResourceId rid="FinishedFeature.none"/></Filter>',
      },
      scenes(5),
    ],
  ] as [Record<string, string>, string[]][])('conditions together: %j', async (parameters, ids) => {
    expect(await swath.idsOf(parameters)).toEqual(ids);
  });

  test('resourceId and featureID: in any of their forms, unknown ones ignored, the type inferred', async () => {
    expect(await swath.idsOf({ resourceId: 'FinishedFeature.scene-1,scene-2,FinishedFeature.none' })).toEqual(
      scenes(2, 1),
    );
    const answer = await swath.ask(
      'service=WFS&version=2.0.0&request=GetFeature&featureID=FinishedFeature.scene-1&outputFormat=json',
    );
    expect(answer.json<Page>().features.map(({ id }) => id)).toEqual(scenes(1));
  });

  test.each([
    ['cloudCover', newestFirst.toReversed()],
    ['cloudCover D', newestFirst],
    ['Vendor:cloudCover DESC', newestFirst],
    ['acquisitionDate+A', newestFirst.toReversed()],
    ['source A,cloudCover D', scenes(8, 6, 4, 2, 0, 9, 7, 5, 3, 1)],
    ['offNadirAngle D', scenes(4, 3, 2, 1, 0, 9, 8, 7, 6, 5)],
  ])('sortBy=%s', async (sortBy, ids) => {
    expect(await swath.idsOf({ sortBy })).toEqual(ids);
  });
});
