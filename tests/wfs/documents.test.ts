import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXml, type XmlElement } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { attributeTable } from '../../server/src/wfs/attribute-table.ts';
import { createKey } from '../support/accounts.ts';
import { writerOf } from '../stac/writes-fixture.ts';
import { type WfsService, endpoint, exceptionOf, numberOf, rowOfTen, startWfs } from './support.ts';

let swath: WfsService;
let key: string;
beforeAll(async () => {
  swath = await startWfs({ SWATH_WFS_ATTRIBUTES: 'sceneTitle=title:string,niirs=my:rating:number*10' });
  await swath.collection('row');
  await swath.load('row', rowOfTen);
  key = (await createKey(swath.url, swath.token)).api_key;
});
afterAll(() => swath.stop());

const all = (element: XmlElement, name: string): readonly XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];

const capabilities = async (more = '') => readXml((await swath.ask(`service=WFS&request=GetCapabilities${more}`)).text);

describe('GET GetCapabilities', () => {
  test('200 with the five sections in the order of the schema, for the shortest request there is', async () => {
    const root = await capabilities();
    expect([root.name, root.uri, root.attributes.get('version')]).toEqual([
      'WFS_Capabilities',
      'http://www.opengis.net/wfs/2.0',
      '2.0.0',
    ]);
    expect(root.children.map(({ name }) => name)).toEqual([
      'ServiceIdentification',
      'ServiceProvider',
      'OperationsMetadata',
      'FeatureTypeList',
      'Filter_Capabilities',
    ]);
    expect(all(root, 'ServiceType')[0]!.text).toBe('WFS');
    expect(all(root, 'ServiceTypeVersion')[0]!.text).toBe('2.0.0');
  });

  test('200 says what the conformance tests ask of a Basic WFS with pages', async () => {
    const root = await capabilities();
    const [operations] = all(root, 'OperationsMetadata');
    const constraints = new Map(
      operations!.children
        .filter(({ name }) => name === 'Constraint')
        .map((one) => [one.attributes.get('name')!, all(one, 'DefaultValue')[0]?.text]),
    );
    const service = ['ImplementsBasicWFS', 'KVPEncoding', 'XMLEncoding', 'ImplementsResultPaging'];
    const lacking = ['ImplementsTransactionalWFS', 'ImplementsLockingWFS', 'SOAPEncoding', 'ImplementsInheritance'];
    const further = ['ImplementsRemoteResolve', 'ImplementsStandardJoins', 'ImplementsSpatialJoins'];
    const more = ['ImplementsTemporalJoins', 'ImplementsFeatureVersioning', 'ManageStoredQueries'];
    for (const name of service) expect([name, constraints.get(name)]).toEqual([name, 'TRUE']);
    for (const name of [...lacking, ...further, ...more])
      expect([name, constraints.get(name)]).toEqual([name, 'FALSE']);
    const names = all(operations!, 'Operation').map(({ attributes }) => attributes.get('name'));
    for (const name of ['DescribeFeatureType', 'ListStoredQueries', 'DescribeStoredQueries', 'GetPropertyValue'])
      expect(names).toContain(name);
    const getFeature = all(operations!, 'Operation').find(({ attributes }) => attributes.get('name') === 'GetFeature')!;
    const parameters = new Map(
      all(getFeature, 'Parameter').map((one) => [
        one.attributes.get('name'),
        all(one, 'Value').map(({ text }) => text),
      ]),
    );
    expect(parameters.get('resolve')).toContain('local');
    expect(parameters.get('resultType')).toEqual(['results', 'hits']);
    const count = all(getFeature, 'Constraint').find(({ attributes }) => attributes.get('name') === 'CountDefault');
    expect(all(count!, 'DefaultValue')[0]!.text).toBe('100000');
    const fes = new Map(
      all(all(root, 'Conformance')[0]!, 'Constraint').map((one) => [
        one.attributes.get('name'),
        all(one, 'DefaultValue')[0]!.text,
      ]),
    );
    for (const name of [
      'Query',
      'AdHocQuery',
      'ResourceId',
      'MinStandardFilter',
      'StandardFilter',
      'MinSpatialFilter',
      'SpatialFilter',
      'MinTemporalFilter',
      'TemporalFilter',
      'Sorting',
      'MinimumXPath',
    ])
      expect([name, fes.get(`Implements${name}`)]).toEqual([name, 'TRUE']);
  });

  test('200 declares just the box of the world, which spares clients a walk for the extent', async () => {
    const [box] = all(await capabilities(), 'WGS84BoundingBox');
    expect(box!.children.map(({ text }) => text)).toEqual(['-180 -90', '180 90']);
  });

  test.each([
    ['AcceptVersions=10.0.0,2.0.0,1.1.0', '2.0.0'],
    ['ACCEPTVERSIONS=2.0.0,1.1.0,1.0.0', '2.0.0'],
    ['acceptversions=1.1.0', '1.1.0'],
    ['version=1.1.0', '1.1.0'],
    ['version=1.0.0', '1.0.0'],
    ['version=2.0.2', '2.0.0'],
    ['version=9.9.9', '2.0.0'],
    ['version=1.0.5', '1.0.0'],
  ])('200 with %s: version %s', async (asked, version) => {
    expect((await capabilities(`&${asked}`)).attributes.get('version')).toBe(version);
  });

  test('200 with sections: those alone', async () => {
    const root = await capabilities('&sections=ServiceProvider,FeatureTypeList');
    expect(root.children.map(({ name }) => name)).toEqual(['ServiceProvider', 'FeatureTypeList']);
  });

  test('304 for whoever has it already; hrefs have no question mark', async () => {
    const first = await swath.ask('service=WFS&request=GetCapabilities');
    const headers = { 'if-none-match': first.headers.get('etag')!, authorization: `Bearer ${swath.token}` };
    expect((await swath.ask('service=WFS&request=GetCapabilities', { headers })).status).toBe(304);
    const hrefs = [...first.text.matchAll(/xlink:href="([^"]*)"/g)].map(([, href]) => href!);
    expect(new Set(hrefs)).toEqual(new Set([`${swath.service.config.apiUrl}${endpoint}`]));
  });
});

const bare = (path: string) => fetch(`${swath.url}${path}`);

describe('the key of an address', () => {
  test.each(['vendor_api_key', 'MAXAR_API_KEY'])('%s: 200, named again in hrefs, never kept', async (name) => {
    const answer = await bare(`${endpoint}?${name}=${key}&service=WFS&request=GetCapabilities`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await answer.text()).toContain(
      `<ows:Get xlink:href="${swath.service.config.apiUrl}${endpoint}?vendor_api_key=${key}"/>`,
    );
  });

  test('200 behind a second question mark; a page names it in next', async () => {
    const asked = `${endpoint}?vendor_api_key=${key}?service=WFS&request=GetFeature&typeNames=FinishedFeature&count=1`;
    const answer = await bare(asked);
    const next = numberOf(await answer.text(), 'next')!.replaceAll('&amp;', '&');
    expect(new URL(next).searchParams.get('vendor_api_key')).toBe(key);
    expect((await bare(next.slice(next.indexOf('/streaming')))).status).toBe(200);
  });

  test('in a header it is named nowhere', async () => {
    const answer = await swath.ask('service=WFS&request=GetCapabilities', { key });
    expect([answer.status, answer.text.includes(key)]).toEqual([200, false]);
    const page = await swath.features({ count: 1 }, { key });
    expect(page.text.includes(key)).toBe(false);
  });

  test.each([
    ['none', '', 401],
    ['a wrong one', '&vendor_api_key=swath_wrong', 401],
  ])('%s: the error object of the platform and no password box', async (_, more, status) => {
    const answer = await bare(`${endpoint}?service=WFS&request=GetCapabilities${more}`);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, 'Bearer']);
    expect(await answer.json()).toEqual({ message: 'Unauthorized', code: null, type: 'authentication_error' });
  });

  test('without the permission to stream: 403 as the error object', async () => {
    const searcher = await writerOf(swath, ['search']);
    const answer = await swath.ask('service=WFS&request=GetCapabilities', { token: searcher.token });
    expect([answer.status, answer.json()['code']]).toEqual([403, 'forbidden']);
  });

  test('a caller sees the collections that were granted, in results and hits alike', async () => {
    await swath.collection('hidden');
    await swath.load('hidden', [{ ...rowOfTen[0]!, id: 'secret' }]);
    const guest = await writerOf(swath, ['stream'], ['row']);
    const page = await swath.features({ outputFormat: 'json' }, { token: guest.token });
    expect([page.json()['numberMatched'], page.text.includes('secret')]).toEqual([10, false]);
    const hits = await swath.features({ resultType: 'hits' }, { token: guest.token });
    expect(numberOf(hits.text, 'numberMatched')).toBe('10');
    const byId = await swath.features(
      { resourceId: 'FinishedFeature.secret', outputFormat: 'json' },
      { token: guest.token },
    );
    expect(byId.json()['features']).toEqual([]);
    await swath.send('DELETE', '/collections/hidden');
  });
});

const describeType = (more = '') => swath.ask(`service=WFS&version=2.0.0&request=DescribeFeatureType${more}`);

describe('GET DescribeFeatureType', () => {
  test.each([
    '',
    '&TYPENAME=Vendor:FinishedFeature',
    '&typeNames=Maxar:FinishedFeature',
    '&typenames=FinishedFeature',
    '&typeNames=ns42:FinishedFeature&namespaces=xmlns(ns42,urn:swath:wfs:vendor)',
  ])('200%s: both types, every attribute with a type that has a prefix', async (more) => {
    const answer = await describeType(more);
    expect(answer.status).toBe(200);
    const root = readXml(answer.text);
    expect([root.name, root.uri]).toEqual(['schema', 'http://www.w3.org/2001/XMLSchema']);
    const types = all(root, 'complexType');
    expect(types.map(({ attributes }) => attributes.get('name'))).toEqual(['FinishedFeatureType', 'RasterFeatureType']);
    const elements = all(types[0]!, 'sequence')[0]!.children;
    expect(elements.map(({ attributes }) => attributes.get('name'))).toEqual([
      ...attributeTable.map(({ name }) => name),
      'sceneTitle',
      'featureGeometry',
    ]);
    for (const { attributes } of elements) expect(attributes.get('type')).toMatch(/^(?:xsd|gml):\w+$/);
  });

  test('200 has dates that clients know as dates, and imports the schema by the address that offline catalogues have', async () => {
    const { text } = await describeType();
    expect(text).toContain('<xsd:element name="acquisitionDate" type="xsd:dateTime"');
    expect(text).toContain('schemaLocation="http://schemas.opengis.net/gml/3.2.1/gml.xsd"');
    expect(text).toContain('substitutionGroup="gml:AbstractFeature"');
  });

  test('200 in the form of 1.1.0 and 1.0.0, and in JSON', async () => {
    const older = await swath.ask(
      'service=WFS&version=1.1.0&request=DescribeFeatureType&typeName=Vendor:FinishedFeature',
    );
    expect(older.text).toContain('substitutionGroup="gml:_Feature"');
    const oldest = await swath.ask('service=WFS&version=1.0.0&request=DescribeFeatureType');
    expect(oldest.text).toContain('gml/2.1.2/feature.xsd');
    const json = await describeType('&outputFormat=application/json');
    expect(json.json<{ featureTypes: { typeName: string }[] }>().featureTypes[0]!.typeName).toBe('FinishedFeature');
  });

  test('HEAD: 200 without a body, by which clients try a key', async () => {
    const path = `${endpoint}?service=WFS&version=2.0.0&request=DescribeFeatureType`;
    const answer = await swath.send('HEAD', path, { key });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  test('an attribute of the operator stands in the place of the usual one, with its factor', async () => {
    await swath.collection('rated');
    await swath.load('rated', [
      {
        ...rowOfTen[0]!,
        id: 'rated',
        properties: {
          datetime: null,
          start_datetime: '2020-01-01T00:00:00Z',
          end_datetime: '2020-01-02T00:00:00Z',
          title: 'A & B',
          'my:rating': 57,
        },
      },
    ]);
    const answer = await swath.features({ cql_filter: "niirs = 5.7 AND sceneTitle = 'A & B'", outputFormat: 'json' });
    const [found] = answer.json<{ features: { id: string; properties: Record<string, unknown> }[] }>().features;
    expect([found!.id, found!.properties['niirs'], found!.properties['sceneTitle']]).toEqual(['rated', 5.7, 'A & B']);
    await swath.send('DELETE', '/collections/rated');
  });
});

const stored = (id: string, more = '') =>
  swath.ask(`service=WFS&version=2.0.0&request=GetFeature&storedquery_id=${encodeURIComponent(id)}${more}`);

describe('stored queries', () => {
  const urn = 'urn:ogc:def:query:OGC-WFS::GetFeatureById';
  test('ListStoredQueries and DescribeStoredQueries: 200 with GetFeatureById by both of its names', async () => {
    const list = readXml((await swath.ask('service=WFS&version=2.0.0&request=ListStoredQueries')).text);
    const ids = all(list, 'StoredQuery').map(({ attributes }) => attributes.get('id'));
    expect(ids).toEqual([urn, 'http://www.opengis.net/def/query/OGC-WFS/0/GetFeatureById']);
    for (const more of ['', `&storedQuery_Id=${urn}`]) {
      const described = await swath.ask(`service=WFS&version=2.0.0&request=DescribeStoredQueries${more}`);
      expect(all(readXml(described.text), 'StoredQueryDescription')[0]!.attributes.get('id')).toBe(urn);
    }
  });

  test.each(['FinishedFeature.scene-3', 'scene-3', 'Vendor:FinishedFeature.scene-3'])(
    'GetFeatureById %s: 200, the feature is the root',
    async (id) => {
      const root = readXml((await stored(urn, `&ID=${id}`)).text);
      expect([root.name, root.attributes.get('id')]).toEqual(['FinishedFeature', 'FinishedFeature.scene-3']);
    },
  );

  test('GetFeatureById of none: 404; a query that is not there: 400', async () => {
    const missing = await stored(urn, '&id=FinishedFeature.none');
    expect([missing.status, exceptionOf(missing)[0]]).toEqual([404, 'NotFound']);
    const unknown = await stored('urn:none', '&id=x');
    expect([unknown.status, ...exceptionOf(unknown).slice(0, 2)]).toEqual([
      400,
      'InvalidParameterValue',
      'STOREDQUERY_ID',
    ]);
    const without = await stored(urn);
    expect([without.status, exceptionOf(without)[0]]).toEqual([400, 'MissingParameterValue']);
  });
});
