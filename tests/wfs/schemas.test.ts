import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namespaces, schemaPlaces } from '../../server/src/wfs/namespaces.ts';
import { uglyItems } from '../exports/support.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { type Schemas, hasSchemas, openSchemas } from './support-schemas.ts';
import { type WfsService, rowOfTen, startWfs } from './support.ts';

if (!hasSchemas) saySkipped('ogc-schemas', 'SWATH_TEST_OGC_SCHEMAS names no folder with the schemas of OGC');

const kmlPlace = 'http://schemas.opengis.net/kml/2.2.0/ogckml22.xsd';

/** The schema promises areas: what has another shape is shown as it is, and is not of the schema. */
const items = [...rowOfTen, ...uglyItems.filter(({ id }) => id !== 'solid' && id !== 'collection-of-shapes')];

type Asked = Readonly<Record<string, string>>;

describe.skipIf(!hasSchemas)('answers are valid by the schemas of the standards', () => {
  let swath: WfsService;
  let schemas: Schemas;
  let namespace = '';
  beforeAll(async () => {
    schemas = openSchemas();
    swath = await startWfs();
    await swath.collection('c');
    await swath.load('c', items);
    for (const version of ['2.0.0', '1.1.0', '1.0.0']) {
      const { text } = await ask({ request: 'DescribeFeatureType', version });
      namespace = / targetNamespace="([^"]*)"/.exec(text)![1]!;
      schemas.give(`memory:own-${version}.xsd`, text);
    }
  });
  afterAll(async () => {
    schemas.close();
    await swath.stop();
  });

  const ask = (parameters: Asked) => swath.ask({ service: 'WFS', ...parameters });
  const bad = (version: string) => ask({ request: 'GetFeature', version, typeName: 'Nothing' });
  const problems: Schemas['problemsOf'] = (text, imports) => schemas.problemsOf(text, imports);

  const wfs20 = { [namespaces.wfs20]: schemaPlaces.wfs20 };
  const wfs11 = { [namespaces.wfs]: schemaPlaces.wfs11 };
  const own = (version: string) => ({ [namespace]: `memory:own-${version}.xsd` });

  test('capabilities of 2.0.0, 1.1.0 and 1.0.0', async () => {
    expect(problems((await ask({ request: 'GetCapabilities' })).text, wfs20)).toBeNull();
    expect(problems((await ask({ request: 'GetCapabilities', version: '1.1.0' })).text, wfs11)).toBeNull();
    expect(
      problems((await ask({ request: 'GetCapabilities', version: '1.0.0' })).text, {
        [namespaces.wfs]: schemaPlaces.capabilities10,
      }),
    ).toBeNull();
  });

  test.each(['OperationsMetadata', 'FeatureTypeList', 'ServiceIdentification,Filter_Capabilities'])(
    'capabilities with %s alone',
    async (sections) => expect(problems((await ask({ request: 'GetCapabilities', sections })).text, wfs20)).toBeNull(),
  );

  const getFeature = async (parameters: Asked) => {
    const answer = await ask({ request: 'GetFeature', typeNames: 'FinishedFeature', ...parameters });
    expect(answer.status).toBe(200);
    return answer.text;
  };

  test('the schema of features, and features of GML 3.2 by it', async () => {
    const text = await getFeature({ version: '2.0.0' });
    expect(text.match(/<wfs:member>/g)).toHaveLength(items.length);
    expect(problems(text, { ...wfs20, ...own('2.0.0') })).toBeNull();
    const other = await getFeature({
      version: '2.0.0',
      srsName: 'EPSG:3857',
      propertyName: 'cloudCover,featureGeometry',
    });
    expect(problems(other, { ...wfs20, ...own('2.0.0') })).toBeNull();
  });

  test('features of GML 3.1.1', async () => {
    const text = await getFeature({ version: '1.1.0' });
    expect(problems(text, { ...wfs11, ...own('1.1.0') })).toBeNull();
    expect(
      problems(await getFeature({ version: '1.1.0', maxFeatures: '0' }), { ...wfs11, ...own('1.1.0') }),
    ).toBeNull();
  });

  test('features of GML 2.1.2', async () => {
    const imports = { [namespaces.wfs]: schemaPlaces.wfs10, ...own('1.0.0') };
    expect(problems(await getFeature({ version: '1.0.0' }), imports)).toBeNull();
    expect(problems(await getFeature({ version: '1.0.0', maxFeatures: '0' }), imports)).toBeNull();
  });

  test('a feature of another type is not valid', async () => {
    const text = (await getFeature({ version: '2.0.0' })).replaceAll(':cloudCover>', ':cloudCovered>');
    expect(schemas.problemsOf(text, { ...wfs20, ...own('2.0.0') })).toContain('cloudCovered');
  });

  test('counts, pages and empty collections', async () => {
    const asked: readonly Asked[] = [
      { resultType: 'hits' },
      { resultType: 'hits', count: '1' },
      { count: '3', startIndex: '3' },
      { count: '0' },
      { cql_filter: "source='nobody'" },
    ];
    for (const parameters of asked)
      expect(problems(await getFeature({ version: '2.0.0', ...parameters }), { ...wfs20, ...own('2.0.0') })).toBeNull();
    expect(
      problems(await getFeature({ version: '1.1.0', resultType: 'hits' }), { ...wfs11, ...own('1.1.0') }),
    ).toBeNull();
  });

  test('stored queries, and what they find', async () => {
    expect(
      problems((await ask({ request: 'ListStoredQueries', version: '2.0.0' })).text, { ...wfs20, ...own('2.0.0') }),
    ).toBeNull();
    expect(
      problems((await ask({ request: 'DescribeStoredQueries', version: '2.0.0' })).text, { ...wfs20, ...own('2.0.0') }),
    ).toBeNull();
    const { text } = await ask({
      request: 'GetFeature',
      version: '2.0.0',
      storedQuery_id: 'urn:ogc:def:query:OGC-WFS::GetFeatureById',
      id: 'scene-3',
    });
    expect(problems(text, own('2.0.0'))).toBeNull();
  });

  test('values of a property', async () => {
    for (const valueReference of ['cloudCover', '@gml:id', 'featureGeometry']) {
      const { text, status } = await ask({
        request: 'GetPropertyValue',
        version: '2.0.0',
        typeNames: 'FinishedFeature',
        valueReference,
      });
      expect(status).toBe(200);
      expect(problems(text, { ...wfs20, ...own('2.0.0') })).toBeNull();
    }
  });

  test('exception reports of 2.0.0, 1.1.0 and 1.0.0', async () => {
    expect(problems((await bad('2.0.0')).text, { [namespaces.ows11]: schemaPlaces.ows11 })).toBeNull();
    expect(problems((await bad('1.1.0')).text, { [namespaces.ows]: schemaPlaces.ows10 })).toBeNull();
    expect(problems((await bad('1.0.0')).text, { [namespaces.ogc]: schemaPlaces.exception10 })).toBeNull();
  });

  test('KML', async () => {
    // Addresses of people, which no placemark of ours has, have a schema that is not among them.
    schemas.give(
      'http://docs.oasis-open.org/election/external/xAL.xsd',
      `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:oasis:names:tc:ciq:xsdschema:xAL:2.0"><element name="AddressDetails"/></schema>`,
    );
    expect(
      problems(await getFeature({ version: '2.0.0', outputFormat: 'KML' }), {
        'http://www.opengis.net/kml/2.2': kmlPlace,
      }),
    ).toBeNull();
  });
});
