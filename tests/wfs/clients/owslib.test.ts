import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainItems } from '../../exports/support.ts';
import { createKey } from '../../support/accounts.ts';
import { runPython } from '../../support/run-python.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { type WfsService, endpoint, rowOfTen, startWfs } from '../support.ts';

/** The Python that has it, named by `SWATH_TEST_PYTHON`; null where there is none, and it says so. */
function pythonWithOwslib(): string | null {
  const python = process.env['SWATH_TEST_PYTHON'];
  try {
    if (python) execFileSync(python, ['-c', 'import owslib.wfs'], { stdio: 'pipe' });
    if (python) return python;
  } catch {
    // Said below.
  }
  saySkipped('python-clients', 'no OWSLib: name a Python that has it in SWATH_TEST_PYTHON');
  return null;
}

const python = pythonWithOwslib();

type Found = {
  readonly newest: Readonly<Record<string, readonly string[]>> & { readonly types: Readonly<Record<string, string>> };
  readonly older: Readonly<Record<string, readonly string[]>>;
  readonly oldest: { readonly layers: readonly string[]; readonly features: number };
};

const sorted = (ids: readonly string[]) => ids.toSorted();
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

describe.skipIf(python === null)('OWSLib with a key in its address', () => {
  let swath: WfsService;
  let found: Found;
  beforeAll(async () => {
    swath = await startWfs();
    await swath.collection('row');
    await swath.load('row', [...rowOfTen, ...plainItems(250)]);
    const { api_key: key } = await createKey(swath.url, swath.token);
    const url = `${swath.url}${endpoint}?vendor_api_key=${key}`;
    const plan = { url, layer: 'Vendor:FinishedFeature', id: 'scene-3' };
    found = await runPython<Found>(python!, new URL('support-owslib.py', import.meta.url), plan);
  });
  afterAll(() => swath.stop());

  /** The ids that a search finds, sorted. */
  const searched = async (query: string): Promise<readonly string[]> => {
    const { features } = (await swath.get(`/search?limit=1000&${query}`)).json<{ features: { id: string }[] }>();
    return features.map(({ id }) => id).sort();
  };

  test('2.0.0: lists the layer, what it is of and where it lies', () => {
    const { newest } = found;
    expect(newest['layers']).toEqual(['Vendor:FinishedFeature']);
    expect(newest['operations']).toEqual(
      expect.arrayContaining(['DescribeFeatureType', 'GetFeature', 'GetPropertyValue']),
    );
    expect(newest['box']).toEqual([-180, -90, 180, 90]);
    expect(newest['systems']).toEqual(['urn:ogc:def:crs:EPSG::4326']);
    expect(newest['geometry']).toBe('featureGeometry');
    expect(newest.types).toEqual({ cloudCover: 'double', source: 'string', acquisitionDate: 'dateTime' });
  });

  test('2.0.0: takes page after page until all that a search finds is there, each once', async () =>
    expect(sorted(found.newest['all']!)).toEqual(await searched('')));

  test('2.0.0: filters and boxes, by address and by body, as a search does', async () => {
    const { newest } = found;
    const cloudless = await searched(filter(`"eo:cloud_cover" < 30 AND platform = 'WV01'`));
    expect(cloudless.length).toBeGreaterThan(1);
    expect(sorted(newest['filtered']!)).toEqual(cloudless);
    expect(sorted(newest['posted']!)).toEqual(cloudless);
    const boxed = await searched('bbox=9,5.2,25,5.8');
    expect(boxed).toHaveLength(2);
    expect(sorted(newest['boxed']!)).toEqual(boxed);
    expect(sorted(newest['boxedByFilter']!)).toEqual(boxed);
  });

  test('2.0.0: sorts, reads GML, and finds by id', () => {
    expect(found.newest['sorted']).toHaveLength(3);
    expect(found.newest['gml']).toHaveLength(3);
    expect(found.newest['stored']).toContain('urn:ogc:def:query:OGC-WFS::GetFeatureById');
    expect(found.newest['byId']).toEqual(['scene-3']);
  });

  test('1.1.0 and 1.0.0: list, read and box', async () => {
    expect(found.older['layers']).toEqual(['Vendor:FinishedFeature']);
    expect(found.older['gml']).toHaveLength(5);
    expect(sorted(found.older['boxed']!)).toEqual(await searched('bbox=9,5.2,25,5.8'));
    expect(found.oldest).toEqual({ layers: ['Vendor:FinishedFeature'], features: 5 });
  });
});
