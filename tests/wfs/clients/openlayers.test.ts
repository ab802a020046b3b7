import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainItems } from '../../exports/support.ts';
import { createKey } from '../../support/accounts.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { chromiumPath, launchChromium } from '../../web/support/chromium.ts';
import { type WfsService, endpoint, rowOfTen, startWfs } from '../support.ts';

const executablePath = chromiumPath();
if (executablePath === null)
  saySkipped('chromium', 'no chromium for OpenLayers: install it or name it in SWATH_TEST_CHROMIUM');

/** Runs in the page. */
type Ask = {
  readonly url: string;
  readonly version: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The name of a filter and what it takes, inner filters as lists. */
  readonly filter?: readonly unknown[];
};
type Got = { readonly ids: readonly string[]; readonly extent: readonly number[]; readonly clouds: readonly unknown[] };

/** Of the web map. */
const x = (degrees: number) => (degrees * Math.PI * 6_378_137) / 180;
const y = (degrees: number) => 6_378_137 * Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));

/** A page of another origin posts what OpenLayers writes, as its documentation does, and reads what comes. */
async function askInPage(page: Page, ask: Ask): Promise<Got> {
  return page.evaluate(async ({ url, version, options, filter }) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- the library of the page has no types here
    const { ol } = globalThis as any;
    const build = ([name, ...args]: readonly unknown[]): unknown =>
      ol.format.filter[name as string](
        ...args.map((one) =>
          Array.isArray(one) && typeof one[0] === 'string' && one[0] in ol.format.filter ? build(one) : one,
        ),
      );
    const format = new ol.format.WFS({ version, featureNS: 'urn:swath:wfs:vendor', featureType: 'FinishedFeature' });
    const request = format.writeGetFeature({
      srsName: 'EPSG:3857',
      featureNS: 'urn:swath:wfs:vendor',
      featurePrefix: 'Vendor',
      featureTypes: ['FinishedFeature'],
      ...options,
      ...(filter === undefined ? {} : { filter: build(filter) }),
    });
    const body = new XMLSerializer().serializeToString(request);
    const answer = await fetch(url, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${body} answered ${answer.status}: ${text}`);
    const isJson = answer.headers.get('content-type')!.includes('json');
    const features = isJson ? new ol.format.GeoJSON().readFeatures(text) : format.readFeatures(text);
    const source = new ol.source.Vector({ features });
    return {
      // oxlint-disable-next-line typescript/no-explicit-any -- as above
      ids: features.map((one: any) => String(one.getId()).replace('FinishedFeature.', '')).sort(),
      extent: features.length === 0 ? [] : source.getExtent().map(Math.round),
      // oxlint-disable-next-line typescript/no-explicit-any -- as above
      clouds: features.map((one: any) => one.get('cloudCover')),
    };
  }, ask);
}

describe.skipIf(executablePath === null)('OpenLayers with a key in its address', () => {
  let swath: WfsService;
  let browser: Browser;
  let page: Page;
  let url = '';
  beforeAll(async () => {
    swath = await startWfs();
    await swath.collection('row');
    await swath.load('row', [...rowOfTen, ...plainItems(50)]);
    const { api_key: key } = await createKey(swath.url, swath.token);
    url = `${swath.url}${endpoint}?vendor_api_key=${key}`;
    browser = await launchChromium(executablePath!);
    page = await browser.newPage();
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('ol/dist/ol.js') });
  });
  afterAll(async () => {
    await page.close();
    await swath.stop();
  });

  const searched = async (query: string): Promise<readonly string[]> => {
    const { features } = (await swath.get(`/search?limit=1000&${query}`)).json<{ features: { id: string }[] }>();
    return features.map(({ id }) => id).sort();
  };
  const cloudless = encodeURIComponent(`"eo:cloud_cover" < 30 AND platform LIKE 'WV0%'`);

  for (const version of ['1.0.0', '1.1.0', '2.0.0']) {
    const json = { outputFormat: 'application/json' };

    test(`${version}: everything, as GeoJSON and as GML, with geometries and attributes`, async () => {
      const all = await searched('');
      const asJson = await askInPage(page, { url, version, options: json });
      expect(asJson.ids).toEqual(all);
      const asGml = await askInPage(page, { url, version });
      expect(asGml.ids).toEqual(all);
      expect(asGml.extent).toEqual(asJson.extent);
      expect(asGml.clouds.map(Number)).toEqual(asJson.clouds);
    });

    test(`${version}: a box of the map's own system`, async () => {
      const bbox = [x(9), y(5.2), x(25), y(5.8)];
      const { ids } = await askInPage(page, {
        url,
        version,
        options: { ...json, bbox, geometryName: 'featureGeometry' },
      });
      expect(ids).toEqual(await searched('bbox=9,5.2,25,5.8'));
      expect(ids).toHaveLength(2);
    });

    test(`${version}: conditions`, async () => {
      const filter = ['and', ['lessThan', 'cloudCover', 0.3], ['like', 'source', 'WV0*']];
      const { ids } = await askInPage(page, { url, version, options: json, filter });
      expect(ids).toEqual(await searched(`filter=${cloudless}`));
      expect(ids.length).toBeGreaterThan(2);
    });
  }

  test('2.0.0: a span of time, and pages', async () => {
    const span = { outputFormat: 'application/json' };
    const filter = ['during', 'acquisitionDate', '2021-01-02T00:00:00Z', '2021-01-05T00:00:00Z'];
    const { ids } = await askInPage(page, { url, version: '2.0.0', options: span, filter });
    expect(ids).toEqual(await searched('datetime=2021-01-02T00:00:00Z/2021-01-05T00:00:00Z'));
    const all: string[] = [];
    for (let startIndex = 0; startIndex < 60; startIndex += 25) {
      const part = await askInPage(page, { url, version: '2.0.0', options: { ...span, startIndex, count: 25 } });
      all.push(...part.ids);
    }
    expect(all.sort()).toEqual(await searched(''));
  });
});
