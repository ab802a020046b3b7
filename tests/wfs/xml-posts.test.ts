import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { type WfsService, endpoint, exceptionOf, numberOf, rowOfTen, startWfs } from './support.ts';

let swath: WfsService;
beforeAll(async () => {
  swath = await startWfs();
  await swath.collection('row');
  await swath.load('row', rowOfTen);
});
afterAll(() => swath.stop());

const scenes = (...numbers: readonly number[]) => numbers.map((i) => `FinishedFeature.scene-${i}`);
const own = 'xmlns:ns7="urn:swath:wfs:vendor"';
const wfs =
  'xmlns="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"';

const getFeature = (query: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<GetFeature ${wfs} ${own} service="WFS" version="2.0.0" ${more}>` +
  `<Query typeNames="ns7:FinishedFeature">${query}</Query></GetFeature>`;

async function idsOf(xml: string): Promise<readonly string[]> {
  const answer = await swath.post(xml);
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return readXml(answer.text).children.map(({ children }) => children[0]!.attributes.get('id')!);
}

const filter = (inner: string) => getFeature(`<fes:Filter>${inner}</fes:Filter>`);
const ref = (name: string) => `<fes:ValueReference>ns7:${name}</fes:ValueReference>`;
const compare = (op: string, name: string, value: string, more = '') =>
  filter(`<fes:PropertyIs${op} ${more}>${ref(name)}<fes:Literal>${value}</fes:Literal></fes:PropertyIs${op}>`);
const byId = (op: string, id: string, more = '') => compare(op, 'x', id, more).replace('ns7:x', '@gml:id');
const during = (op: string, time: string) => filter(`<fes:${op}>${ref('acquisitionDate')}${time}</fes:${op}>`);
const period = (begin: string, end: string) =>
  `<gml:TimePeriod gml:id="t"><gml:beginPosition>${begin}</gml:beginPosition><gml:endPosition>${end}</gml:endPosition></gml:TimePeriod>`;
const moment = (at: string) =>
  `<gml:TimeInstant gml:id="t"><gml:timePosition>${at}</gml:timePosition></gml:TimeInstant>`;

describe('POST GetFeature: 200', () => {
  test.each([
    ['by type', getFeature('', 'count="3"'), scenes(9, 8, 7)],
    ['a page', getFeature('', 'count="2" startIndex="7"'), scenes(2, 1)],
    ['LessThan', compare('LessThan', 'cloudCover', '0.14'), scenes(1, 0)],
    [
      'GreaterThanOrEqualTo, any',
      compare('GreaterThanOrEqualTo', 'cloudCover', '0.56', 'matchAction="Any"'),
      scenes(9, 8),
    ],
    [
      'GreaterThan of time, all',
      compare('GreaterThan', 'acquisitionDate', '2021-01-09T10:30:00Z', 'matchAction="All"'),
      scenes(9),
    ],
    ['EqualTo', compare('EqualTo', 'source', 'WV01'), scenes(8, 6, 4, 2, 0)],
    ['EqualTo in another case', compare('EqualTo', 'source', 'wv01'), []],
    ['NotEqualTo', compare('NotEqualTo', 'source', 'WV01'), scenes(9, 7, 5, 3, 1)],
    [
      'Like',
      filter(
        `<fes:PropertyIsLike wildCard="*" singleChar="." escapeChar="!">${ref('legacyIdentifier')}<fes:Literal>*C0.</fes:Literal></fes:PropertyIsLike>`,
      ),
      scenes(9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
    ],
    [
      'Not Like',
      filter(
        `<fes:Not><fes:PropertyIsLike wildCard="*" singleChar="." escapeChar="!">${ref('source')}<fes:Literal>WV03*</fes:Literal></fes:PropertyIsLike></fes:Not>`,
      ),
      scenes(8, 6, 4, 2, 0),
    ],
    [
      'Null',
      filter(
        `<fes:And><fes:PropertyIsNull>${ref('productName')}</fes:PropertyIsNull><fes:PropertyIsNull><fes:ValueReference>gml:name</fes:ValueReference></fes:PropertyIsNull></fes:And>`,
      ),
      scenes(9, 8, 7, 6, 5),
    ],
    [
      'Nil: nothing is nil, what is absent is null',
      filter(`<fes:PropertyIsNil>${ref('productName')}</fes:PropertyIsNil>`),
      [],
    ],
    [
      'Between',
      filter(
        `<fes:PropertyIsBetween>${ref('cloudCover')}<fes:LowerBoundary><fes:Literal>0.07</fes:Literal></fes:LowerBoundary><fes:UpperBoundary><fes:Literal>0.21</fes:Literal></fes:UpperBoundary></fes:PropertyIsBetween>`,
      ),
      scenes(3, 2, 1),
    ],
    [
      'two ResourceIds',
      filter('<fes:ResourceId rid="FinishedFeature.scene-2"/><fes:ResourceId rid="FinishedFeature.scene-3"/>'),
      scenes(3, 2),
    ],
    ['an unknown ResourceId', filter('<fes:ResourceId rid="FinishedFeature.unknown"/>'), []],
    ['an id as it is shown', byId('EqualTo', 'FinishedFeature.scene-2'), scenes(2)],
    ['an id as it is stored', byId('EqualTo', 'scene-2'), scenes(2)],
    ['any id but one', byId('NotEqualTo', 'FinishedFeature.scene-2'), scenes(9, 8, 7, 6, 5, 4, 3, 1, 0)],
    ['an id in another case', byId('EqualTo', 'FinishedFeature.SCENE-2', 'matchCase="false"'), scenes(2)],
    ['ids after one', byId('GreaterThan', 'FinishedFeature.scene-7'), scenes(9, 8)],
    [
      'ids like a pattern',
      byId('Like', 'FinishedFeature.*-2', 'wildCard="*" singleChar="." escapeChar="!"'),
      scenes(2),
    ],
    [
      'BBOX without a reference',
      filter(
        '<fes:BBOX><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>5.2 9</gml:lowerCorner><gml:upperCorner>5.8 25</gml:upperCorner></gml:Envelope></fes:BBOX>',
      ),
      scenes(2, 1),
    ],
    [
      'BBOX in longitude first',
      filter(
        `<fes:BBOX>${ref('featureGeometry')}<gml:Envelope srsName="EPSG:4326"><gml:lowerCorner>9 5.2</gml:lowerCorner><gml:upperCorner>25 5.8</gml:upperCorner></gml:Envelope></fes:BBOX>`,
      ),
      scenes(2, 1),
    ],
    [
      'Intersects with a polygon',
      filter(
        `<fes:Intersects>${ref('featureGeometry')}<gml:Polygon gml:id="p" srsName="urn:ogc:def:crs:EPSG::4326"><gml:exterior><gml:LinearRing><gml:posList>5.1 10.1 5.1 10.2 5.2 10.2 5.1 10.1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></fes:Intersects>`,
      ),
      scenes(1),
    ],
    [
      'Intersects with a curve',
      filter(
        `<fes:Intersects>${ref('featureGeometry')}<gml:Curve gml:id="c" srsName="urn:ogc:def:crs:EPSG::4326"><gml:segments><gml:LineStringSegment><gml:posList>5.5 9 5.5 25</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve></fes:Intersects>`,
      ),
      scenes(2, 1),
    ],
    [
      'During, without its ends',
      during('During', period('2021-01-02T10:30:00Z', '2021-01-05T10:30:00Z')),
      scenes(3, 2),
    ],
    ['Before, with an offset', during('Before', moment('2021-01-02T11:30:00+01:00')), scenes(0)],
    ['After', during('After', moment('2021-01-09T10:30:00Z')), scenes(9)],
    [
      'sorted, some properties alone',
      getFeature(
        '<PropertyName>ns7:source</PropertyName><fes:SortBy><fes:SortProperty><fes:ValueReference>ns7:cloudCover</fes:ValueReference><fes:SortOrder>ASC</fes:SortOrder></fes:SortProperty></fes:SortBy>',
        'count="2"',
      ),
      scenes(0, 1),
    ],
  ])('%s', async (_, xml, ids) => {
    expect(await idsOf(xml)).toEqual(ids);
  });

  test('the body alone decides, whatever the address and the type of the body say', async () => {
    for (const type of [
      'application/xml',
      'text/xml; charset=utf-8',
      'text/plain;charset=UTF-8',
      'application/octet-stream',
      '',
    ]) {
      const headers = { authorization: `Bearer ${swath.token}`, ...(type === '' ? {} : { 'content-type': type }) };
      const answer = await swath.send('POST', `${endpoint}?request=GetCapabilities&service=WFS`, {
        raw: getFeature('', 'count="1"'),
        headers,
      });
      expect([type, answer.status, numberOf(answer.text, 'numberReturned')]).toEqual([type, 200, '1']);
    }
  });

  test('a form is a request too', async () => {
    const form = 'service=WFS&version=2.0.0&request=GetFeature&typeNames=FinishedFeature&outputFormat=json&count=1';
    const answer = await swath.send('POST', endpoint, { form });
    expect(answer.json()).toMatchObject({ numberReturned: 1 });
  });

  test('a page of a body leads on by an address', async () => {
    const cloudy = compare('GreaterThan', 'cloudCover', '0.5 ').replace('version="2.0.0"', 'version="2.0.0" count="1"');
    const answer = await swath.post(cloudy);
    const next = numberOf(answer.text, 'next')!.replaceAll('&amp;', '&');
    const second = await swath.get(next.slice(next.indexOf(endpoint)));
    expect(second.text).toContain('gml:id="FinishedFeature.scene-8"');
  });

  test('what OpenLayers sends: 1.1.0, all counts at once, unprefixed names, JSON', async () => {
    const body =
      '<GetFeature xmlns="http://www.opengis.net/wfs" service="WFS" version="1.1.0" outputFormat="application/json" maxFeatures="2" startIndex="1" count="2">' +
      '<Query typeName="Vendor:FinishedFeature" srsName="EPSG:3857" xmlns:Vendor="urn:swath:wfs:vendor"><PropertyName>source</PropertyName>' +
      '<Filter xmlns="http://www.opengis.net/ogc"><And><BBOX><PropertyName>featureGeometry</PropertyName><Envelope xmlns="http://www.opengis.net/gml" srsName="EPSG:3857"><lowerCorner>0 0</lowerCorner><upperCorner>5000000 5000000</upperCorner></Envelope></BBOX>' +
      '<PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><PropertyName>source</PropertyName><Literal>WV0*</Literal></PropertyIsLike></And></Filter></Query></GetFeature>';
    const answer = await swath.post(body, { headers: { 'content-type': 'text/plain;charset=UTF-8' } });
    expect(answer.json<{ features: { id: string }[] }>().features.map(({ id }) => id)).toEqual(['scene-3', 'scene-2']);
  });
});

const describeType = (uri: string) =>
  `<DescribeFeatureType ${wfs} xmlns:tns="${uri}" service="WFS" version="2.0.0"><TypeName>tns:FinishedFeature</TypeName></DescribeFeatureType>`;
const describeTypeThere = (uri: string) =>
  `<DescribeFeatureType ${wfs} service="WFS" version="2.0.0"><TypeName xmlns:tns="${uri}">tns:FinishedFeature</TypeName></DescribeFeatureType>`;

describe('other POSTs', () => {
  test('GetCapabilities with AcceptVersions: 200 in 2.0.0', async () => {
    const body = `<GetCapabilities ${wfs} xmlns:ows="http://www.opengis.net/ows/1.1" service="WFS"><ows:AcceptVersions><ows:Version>10.0.0</ows:Version><ows:Version>2.0.0</ows:Version><ows:Version>1.1.0</ows:Version></ows:AcceptVersions></GetCapabilities>`;
    expect(readXml((await swath.post(body)).text).attributes.get('version')).toBe('2.0.0');
  });

  test.each([
    ['on the request', describeType],
    ['on the name', describeTypeThere],
  ])(
    'DescribeFeatureType with any prefix that is bound to the namespace: 200; with another: 400; %s',
    async (_, by) => {
      expect((await swath.post(by('urn:swath:wfs:vendor'))).status).toBe(200);
      const other = await swath.post(by('urn:other'));
      expect([other.status, ...exceptionOf(other).slice(0, 2)]).toEqual([400, 'InvalidParameterValue', 'typeName']);
    },
  );

  test('GetFeatureById, GetPropertyValue, stored queries: 200', async () => {
    const stored = `<GetFeature ${wfs} service="WFS" version="2.0.0"><StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById"><Parameter name="id">FinishedFeature.scene-6</Parameter></StoredQuery></GetFeature>`;
    expect(readXml((await swath.post(stored)).text).attributes.get('id')).toBe('FinishedFeature.scene-6');
    const value = `<GetPropertyValue ${wfs} ${own} service="WFS" version="2.0.0" valueReference="@gml:id" count="1"><Query typeNames="ns7:FinishedFeature"/></GetPropertyValue>`;
    expect(readXml((await swath.post(value)).text).children[0]!.text).toBe('FinishedFeature.scene-9');
    for (const [name, inner] of [
      ['ListStoredQueries', ''],
      ['DescribeStoredQueries', '<StoredQueryId>urn:ogc:def:query:OGC-WFS::GetFeatureById</StoredQueryId>'],
    ]) {
      const answer = await swath.post(`<${name} ${wfs} service="WFS" version="2.0.0">${inner}</${name}>`);
      expect([name, answer.status, readXml(answer.text).name]).toEqual([name, 200, `${name}Response`]);
    }
  });

  test.each([
    ['Transaction', `<Transaction ${wfs} service="WFS" version="2.0.0"/>`, 'OperationNotSupported', 'request'],
    ['LockFeature', `<LockFeature ${wfs} service="WFS" version="2.0.0"/>`, 'OperationNotSupported', 'request'],
    ['an unknown property', compare('LessThan', 'undefined', '1'), 'InvalidParameterValue', 'filter'],
    [
      'BBOX of a text',
      filter(
        '<fes:BBOX><fes:ValueReference>gml:description</fes:ValueReference><gml:Envelope><gml:lowerCorner>0 0</gml:lowerCorner><gml:upperCorner>1 1</gml:upperCorner></gml:Envelope></fes:BBOX>',
      ),
      'OperationProcessingFailed',
      'filter',
    ],
    ['no type', `<GetFeature ${wfs} service="WFS" version="2.0.0"/>`, 'MissingParameterValue', 'typeNames'],
    [
      'two queries',
      `<GetFeature ${wfs} ${own} service="WFS" version="2.0.0"><Query typeNames="ns7:FinishedFeature"/><Query typeNames="ns7:FinishedFeature"/></GetFeature>`,
      'OptionNotSupported',
      'Query',
    ],
  ])('%s: 400', async (_, xml, code, locator) => {
    const answer = await swath.post(xml);
    expect([answer.status, ...exceptionOf(answer).slice(0, 2)]).toEqual([400, code, locator]);
  });
});
