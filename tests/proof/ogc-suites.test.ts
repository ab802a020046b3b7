import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looseItem } from '../stac/writes-fixture.ts';
import { freePort } from '../support/free-port.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { hasSchemas } from '../wfs/support-schemas.ts';
import { type WfsService, endpoint, rowOfTen, startWfs } from '../wfs/support.ts';
import { runSuite, startBetween } from './support-ogc-suites.ts';

/** docs/proof.md says how to get them. */
const folderOfJars = process.env['SWATH_TEST_OGC_SUITES'] ?? '';
const javaOf8 = process.env['SWATH_TEST_JAVA_8'] ?? '';
const jar = (name: string) => join(folderOfJars, name);
const wfsSuite = jar('ets-wfs20-1.25-aio.jar');
const gmlSuite = jar('ets-gml32-1.33-aio.jar');

const hasWfsSuite = existsSync(wfsSuite) && javaOf8 !== '' && hasSchemas;
const hasGmlSuite = existsSync(gmlSuite) && hasSchemas;
if (!hasWfsSuite || !hasGmlSuite)
  saySkipped(
    'ogc-suites',
    'SWATH_TEST_OGC_SUITES, SWATH_TEST_JAVA_8 and SWATH_TEST_OGC_SCHEMAS name not all of what OGC tests with',
  );

type Ring = readonly (readonly [number, number])[];
const area = (id: string, bbox: readonly number[], ...coordinates: readonly Ring[]) =>
  looseItem(id, { bbox, geometry: { type: 'Polygon', coordinates }, properties: { datetime: '2021-03-01T00:00:00Z' } });
const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Footprints as archives have them: rings either way round, holes, beyond the antimeridian, none. */
const footprints = [
  area('as-it-should', [0, 0, 4, 4], box(0, 0, 4, 4), box(1, 1, 2, 2).toReversed()),
  area('the-other-way', [0, 0, 4, 4], box(0, 0, 4, 4).toReversed(), box(1, 1, 2, 2)),
  area('crossing', [170, -10, -170, 10], box(170, -10, -170, 10)),
  looseItem('nowhere', { geometry: null, bbox: undefined, properties: { datetime: '2021-01-04T00:00:00Z' } }),
  looseItem('for-a-month', {
    properties: { datetime: null, start_datetime: '2021-01-06T00:00:00Z', end_datetime: '2021-02-06T00:00:00Z' },
  }),
];

const results = mkdtempSync(join(tmpdir(), 'swath-ogc-suites-'));
let swath: WfsService;
let between: Server;
let port = 0;
beforeAll(async () => {
  if (!hasWfsSuite && !hasGmlSuite) return;
  port = await freePort();
  swath = await startWfs({ SWATH_API_URL: `http://127.0.0.1:${port}` });
  between = await startBetween(port, swath);
  await swath.collection('row');
  await swath.load('row', [...rowOfTen, ...footprints]);
});
afterAll(async () => {
  between?.close();
  await swath?.stop();
  rmSync(results, { recursive: true, force: true });
});

/** A file of its own for each run, and what a suite is told in it. */
function told(name: string, query: Readonly<Record<string, string>>): { folder: string; file: string } {
  const folder = mkdtempSync(join(results, 'run-'));
  const file = join(folder, 'suite.xml');
  const asked = new URLSearchParams({ service: 'WFS', version: '2.0.0', ...query }).toString().replaceAll('&', '&amp;');
  const address = `http://127.0.0.1:${port}${endpoint}?${asked}`;
  writeFileSync(file, `<properties version="1.0"><entry key="${name}">${address}</entry></properties>`);
  return { folder, file };
}

describe.skipIf(!hasWfsSuite)('the test suite of OGC for WFS 2.0', () => {
  test('Simple WFS, Basic WFS, filters and pages: no test fails; what is not claimed is skipped', async () => {
    const { folder, file } = told('wfs', { request: 'GetCapabilities' });
    const main = 'org.opengis.cite.iso19142.TestNGController';
    const run = { java: javaOf8, jars: [wfsSuite], main, options: ['-o', folder, file], port, folder };
    expect(await runSuite(run)).toEqual({ counts: { PASS: 97, SKIP: 31 }, failed: [] });
  });
});

const features = { request: 'GetFeature', typeNames: 'Vendor:FinishedFeature' };

describe.skipIf(!hasGmlSuite)('the test suite of OGC for GML 3.2', () => {
  test.each([
    ['the schema', { PASS: 15, SKIP: 18 }, { ...features, request: 'DescribeFeatureType' }],
    ['features', { PASS: 23, SKIP: 10 }, features],
    [
      'projected features',
      { PASS: 23, SKIP: 10 },
      { ...features, srsName: 'urn:ogc:def:crs:EPSG::32632', bbox: '5,10,6,11' },
    ],
  ])('%s: no test fails', async (_, counts, query) => {
    const { folder, file } = told('gml', query);
    const main = 'org.opengis.cite.iso19136.TestNGController';
    // The suite's own jar has lost the list of the methods by which coordinates are transformed.
    const jars = [gmlSuite, jar('sis-referencing-1.3.jar')];
    const run = { java: 'java', jars, main, options: [file], port, folder };
    expect(await runSuite(run)).toEqual({ counts, failed: [] });
  });
});
