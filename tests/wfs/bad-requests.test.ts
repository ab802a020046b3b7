import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { type WfsService, exceptionOf, startWfs } from './support.ts';

let swath: WfsService;
beforeAll(async () => {
  swath = await startWfs();
});
afterAll(() => swath.stop());

const getFeature = 'service=WFS&version=2.0.0&request=GetFeature&typeNames=Vendor:FinishedFeature';
const enc = encodeURIComponent;

const form = (more: string) =>
  swath.post(`service=WFS&request=GetFeature&typeName=Nothing&${more}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('bad requests: 400 with code, locator and a text', () => {
  test.each([
    ['request=GetCapabilities', 'MissingParameterValue', 'service'],
    ['service=WMS&request=GetCapabilities', 'InvalidParameterValue', 'service'],
    ['service=WFS', 'MissingParameterValue', 'request'],
    ['', 'MissingParameterValue', 'service'],
    ['service=WFS&request=Nothing', 'OperationNotSupported', 'request'],
    ['service=WFS&request=Transaction', 'OperationNotSupported', 'request'],
    ['service=WFS&request=__proto__', 'OperationNotSupported', 'request'],
    ['service=WFS&request=GetCapabilities&acceptVersions=3.0.0', 'VersionNegotiationFailed', 'AcceptVersions'],
    ['service=WFS&request=GetCapabilities&version=x', 'InvalidParameterValue', 'version'],
    ['service=WFS&version=3.0.0&request=GetFeature&typeNames=FinishedFeature', 'InvalidParameterValue', 'version'],
    ['service=WFS&version=2.0.0&request=GetFeature', 'MissingParameterValue', 'typeNames'],
    ['service=WFS&version=2.0.0&request=GetFeature&typeNames=Vendor:Nothing', 'InvalidParameterValue', 'typeName'],
    [
      'service=WFS&version=2.0.0&request=GetFeature&typeNames=other:FinishedFeature',
      'InvalidParameterValue',
      'typeName',
    ],
    ['service=WFS&version=2.0.0&request=DescribeFeatureType&typeName=Nothing', 'InvalidParameterValue', 'typeName'],
    [`${getFeature}&outputFormat=spreadsheet`, 'InvalidParameterValue', 'outputFormat'],
    [`${getFeature}&outputFormat=wfs:ValueCollection`, 'InvalidParameterValue', 'outputFormat'],
    [`${getFeature}&srsName=urn:ogc:def:crs:EPSG::32690`, 'InvalidParameterValue', 'srsName'],
    [`${getFeature}&count=-1`, 'InvalidParameterValue', 'count'],
    [`${getFeature}&count=many`, 'InvalidParameterValue', 'count'],
    [`${getFeature}&startIndex=1.5`, 'InvalidParameterValue', 'startIndex'],
    [`${getFeature}&startIndex=99999999999999999999`, 'InvalidParameterValue', 'startIndex'],
    [`${getFeature}&resultType=all`, 'InvalidParameterValue', 'resultType'],
    [`${getFeature}&bbox=1,2,3`, 'InvalidParameterValue', 'bbox'],
    [`${getFeature}&bbox=1,2,3,x`, 'InvalidParameterValue', 'bbox'],
    [`${getFeature}&bbox=0,0,1,1,EPSG:99999`, 'InvalidParameterValue', 'bbox'],
    [`${getFeature}&bbox=91,0,95,1,urn:ogc:def:crs:EPSG::4326`, 'InvalidParameterValue', 'bbox'],
    [`${getFeature}&propertyName=nothing`, 'InvalidParameterValue', 'propertyName'],
    [`${getFeature}&sortBy=nothing`, 'InvalidParameterValue', 'sortBy'],
    [`${getFeature}&sortBy=cloudCover+sideways`, 'InvalidParameterValue', 'sortBy'],
    [`${getFeature}&resolve=remote`, 'OptionNotSupported', 'resolve'],
    [`${getFeature}&cql_filter=${enc('cloudCover <')}`, 'InvalidParameterValue', 'cql_filter'],
    [`${getFeature}&cql_filter=${enc("nothing = 'x'")}`, 'InvalidParameterValue', 'cql_filter'],
    [`${getFeature}&cql_filter=${enc('source=WV01')}`, 'InvalidParameterValue', 'cql_filter'],
    [`${getFeature}&filter=${enc('<Filter><PropertyIsNull>')}`, 'OperationParsingFailed', 'filter'],
    [`${getFeature}&filter=${enc('no xml')}`, 'OperationParsingFailed', 'filter'],
    [`${getFeature}&filter=${enc('<Filter><Dance/></Filter>')}`, 'OperationParsingFailed', 'filter'],
    [
      `${getFeature}&filter=${enc('<!DOCTYPE a [<!ENTITY b "c">]><Filter><PropertyIsNull><ValueReference>&b;</ValueReference></PropertyIsNull></Filter>')}`,
      'OperationParsingFailed',
      'filter',
    ],
    [
      `${getFeature}&filter=${enc('<Filter><PropertyIsNull><ValueReference>ex:undefined</ValueReference></PropertyIsNull></Filter>')}`,
      'InvalidParameterValue',
      'filter',
    ],
    [
      `${getFeature}&filter=${enc('<Filter><PropertyIsLessThanOrEqualTo><ValueReference>gml:boundedBy</ValueReference><Literal>1</Literal></PropertyIsLessThanOrEqualTo></Filter>')}`,
      'OperationProcessingFailed',
      'filter',
    ],
    [
      'service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=FinishedFeature&valueReference=',
      'InvalidParameterValue',
      'valueReference',
    ],
    [
      'service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=FinishedFeature&valueReference=nothing',
      'InvalidParameterValue',
      'valueReference',
    ],
  ])('%s: %s at %s', async (query, code, locator) => {
    const answer = await swath.ask(query);
    expect([answer.status, ...exceptionOf(answer).slice(0, 2)]).toEqual([400, code, locator]);
    expect(answer.text).toMatch(/<ows:ExceptionReport [^>]*version="2\.0\.0"/);
    expect(exceptionOf(answer)[2]!.length).toBeGreaterThan(5);
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
  });

  test('a filter is told where it is wrong', async () => {
    const answer = await swath.ask(`${getFeature}&cql_filter=${enc('cloudCover < 0.1 AND AND source')}`);
    expect(exceptionOf(answer)[2]).toMatch(/at position \d+/);
  });

  test('what came is escaped in what is told', async () => {
    const answer = await swath.ask(`service=WFS&version=2.0.0&request=GetFeature&typeNames=${enc('<script>"&')}`);
    expect(answer.text).toContain('&lt;script&gt;&quot;&amp;');
    expect(readXml(answer.text).name).toBe('ExceptionReport');
  });

  test('1.1.0, 1.0.0 and JSON have reports of their own form', async () => {
    const older = await swath.ask('service=WFS&version=1.1.0&request=GetFeature&typeName=Nothing');
    expect(older.text).toMatch(
      /<ows:ExceptionReport xmlns:ows="http:\/\/www\.opengis\.net\/ows" [^>]*version="1\.0\.0"/,
    );
    const oldest = await swath.ask('service=WFS&version=1.0.0&request=GetFeature&typeName=Nothing');
    expect(oldest.text).toMatch(
      /<ServiceExceptionReport .*version="1\.2\.0">\n<ServiceException code="InvalidParameterValue" locator="typeName">/,
    );
    const json = await swath.ask(
      'service=WFS&version=2.0.0&request=GetFeature&typeNames=Nothing&exceptions=application/json',
    );
    expect([json.status, json.json()]).toMatchObject([
      400,
      { version: '2.0.0', exceptions: [{ code: 'InvalidParameterValue', locator: 'typeName' }] },
    ]);
  });

  test('the version and the wish for JSON of a form count too', async () => {
    expect((await form('version=1.0.0')).text).toContain('<ServiceExceptionReport ');
    const json = await form('version=2.0.0&exceptions=application/json');
    expect(json.json()).toMatchObject({ exceptions: [{ locator: 'typeName' }] });
  });

  test('POST of nothing, of broken XML, of a bomb and of too much', async () => {
    const empty = await swath.post('');
    expect([empty.status, exceptionOf(empty)[0]]).toEqual([400, 'MissingParameterValue']);
    const broken = await swath.post('<wfs:GetFeature><oops');
    expect([broken.status, exceptionOf(broken)[0]]).toEqual([400, 'OperationParsingFailed']);
    const bomb = await swath.post(
      '<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY c "&a;&a;&a;">]><GetFeature>&c;</GetFeature>',
    );
    expect([bomb.status, exceptionOf(bomb)[0]]).toEqual([400, 'OperationParsingFailed']);
    const deep = await swath.post('<a>'.repeat(5_000));
    expect([deep.status, exceptionOf(deep)[0]]).toEqual([400, 'OperationParsingFailed']);
    const large = await swath.post(`<GetFeature>${' '.repeat(1_100_000)}</GetFeature>`);
    expect([large.status, exceptionOf(large)[0]]).toEqual([413, 'NoApplicableCode']);
  });

  test.each(['/streaming/v1/ogc/ows', '/streaming/v1/ogc/wms', '/api/v1/streaming/v1/ogc/wfs'])(
    '%s answers too',
    async (path) => {
      const answer = await swath.get(`${path}?SERVICE=wfs&REQUEST=GetCapabilities`);
      expect([answer.status, answer.text.includes('WFS_Capabilities')]).toEqual([200, true]);
      const map = await swath.get(`${path}?SERVICE=WMS&REQUEST=GetMap`);
      expect([map.status, exceptionOf(map)[1]]).toEqual([400, 'service']);
    },
  );
});
