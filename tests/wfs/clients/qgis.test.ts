import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainItems } from '../../exports/support.ts';
import { createKey } from '../../support/accounts.ts';
import { runPython } from '../../support/run-python.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { type WfsService, endpoint, rowOfTen, startWfs } from '../support.ts';

/** The Python of the system, which is the one that Debian's QGIS is for. */
const python = '/usr/bin/python3';
const hasQgis = spawnSync(python, ['-c', 'import qgis.core']).status === 0;
if (!hasQgis) saySkipped('qgis', 'no QGIS for Python (python3-qgis)');

type Read = {
  readonly fields: Readonly<Record<string, string>>;
  readonly crs: string;
  readonly all: readonly string[];
  readonly boxed: readonly string[];
  readonly extent: readonly number[];
};
type Found = Readonly<Record<'2.0.0' | '1.1.0', Read>> & {
  readonly filtered: readonly string[];
  readonly saved: number;
};

describe.skipIf(!hasQgis)('QGIS with a key in its address', () => {
  let swath: WfsService;
  let found: Found;
  beforeAll(async () => {
    // Small pages, so that 260 features take several.
    swath = await startWfs({ SWATH_WFS_COUNT: '100' });
    await swath.collection('row');
    await swath.load('row', [...rowOfTen, ...plainItems(250)]);
    const { api_key: key } = await createKey(swath.url, swath.token);
    const plan = { url: `${swath.url}${endpoint}?vendor_api_key=${key}`, layer: 'Vendor:FinishedFeature' };
    found = await runPython<Found>(python, new URL('support-qgis.py', import.meta.url), plan);
  }, 180_000);
  afterAll(() => swath.stop());

  const searched = async (query: string): Promise<readonly string[]> => {
    const { features } = (await swath.get(`/search?limit=1000&${query}`)).json<{ features: { id: string }[] }>();
    return features.map(({ id }) => id).sort();
  };

  test('2.0.0: the layer, its types, all its pages and a box', async () => {
    const { fields, crs, all, boxed, extent } = found['2.0.0'];
    expect(crs).toBe('EPSG:4326');
    expect(fields).toMatchObject({ cloudCover: 'xsd:double', source: 'xsd:string', acquisitionDate: 'xsd:dateTime' });
    expect(all).toEqual(await searched(''));
    expect(boxed).toEqual(await searched('bbox=9,5.2,25,5.8'));
    expect(extent).toEqual([10, 5, 11, 6]);
  });

  test('1.1.0: a box, and as many features as one page has', async () => {
    const { all, boxed, extent } = found['1.1.0'];
    // It asks for no further pages in this version.
    expect(all).toHaveLength(100);
    expect(boxed).toEqual(await searched('bbox=9,5.2,25,5.8'));
    expect(extent).toEqual([10, 5, 11, 6]);
  });

  test('a condition finds what a search finds, and the layer is saved whole', async () => {
    const condition = encodeURIComponent(`"eo:cloud_cover" < 30 AND platform LIKE 'WV0%'`);
    expect(found.filtered).toEqual(await searched(`filter=${condition}`));
    expect(found.saved).toBe(260);
  });
});
