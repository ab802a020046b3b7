import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../support/accounts.ts';
import { runPython } from '../support/run-python.ts';
import { type WfsService, rowOfTen, startWfs } from '../wfs/support.ts';
import { findPlatformPython } from './platform-python.ts';
import { type VendorHosts, startVendorHosts } from './vendor-hosts.ts';

const python = findPlatformPython();

type Told<T = unknown> = { readonly value?: T; readonly error?: string; readonly message?: string };
type Report = Readonly<Record<string, Told<Readonly<Record<string, unknown>>>>>;

let swath: WfsService;
let hosts: VendorHosts;
let home: string;
beforeAll(async () => {
  if (python === null) return;
  hosts = await startVendorHosts(['api.maxar.com', 'account.maxar.com']);
  swath = await startWfs({ SWATH_PUBLIC_URL: 'https://api.maxar.com', SWATH_TOKEN_PATH_ALIASES: '1' });
  hosts.to(swath.url);
  home = mkdtempSync(join(tmpdir(), 'swath-home-'));
  await swath.collection('row');
  await swath.load('row', rowOfTen);
});
afterAll(async () => {
  await swath?.stop();
  await hosts?.close();
  if (home) rmSync(home, { recursive: true });
});

const run = <T>(script: string, plan: object, env: Readonly<Record<string, string>> = {}) =>
  runPython<T>(python!, new URL(script, import.meta.url), plan, {
    ...process.env,
    ...hosts.environment,
    HOME: home,
    ...env,
  });

const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [19, 4],
      [32, 4],
      [32, 7],
      [19, 7],
      [19, 4],
    ],
  ],
};
const catalogIds = (...numbers: readonly number[]) => numbers.map((number) => `10300100AE766C0${number}`);
const scenes = (...numbers: readonly number[]) => numbers.map((number) => `scene-${number}`);
const failure = (error: string, message: string) => ({ error, message: expect.stringContaining(message) as unknown });

describe.skipIf(python === null)('maxar_platform, unchanged: only where its hosts lead', () => {
  let told: Report & { readonly session: unknown };
  beforeAll(async () => {
    // With a name: its `get_key` reads that of every key.
    const { api_key: key } = await createKey(swath.url, swath.token, { name: 'of the test', description: '' });
    const plan = {
      expiration: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      bbox: [19, 4, 32, 7],
      cql: '"eo:cloud_cover" < 15',
      ecql: "cloudCover<0.4 AND acquisitionDate>='2021-01-02'",
      catalog_id: catalogIds(4)[0],
      search: 'https://api.maxar.com/discovery/v1/search',
    };
    told = await run('./maxar_platform_tour.py', plan, {
      MAXAR_API_KEY: key,
      MAXAR_USERNAME: swath.admin.email,
      MAXAR_PASSWORD: swath.admin.password,
    });
  });

  test('a session by key and by password', () => {
    expect(told.session).toMatch(/Key session using swath_.*OAuth session available/);
    expect(told['stranger']).toEqual(failure('UnAuthorizedException', "401 'Unauthorized'"));
  });

  test('API keys: generated, listed, found, deleted', () => {
    expect(told['keys']!.value).toEqual({
      shown: expect.stringContaining("'name': 'a key'") as unknown,
      members: ['api_key', 'created_date', 'description', 'expiration_date', 'id', 'last_modified_date', 'name'],
      same: true,
      expires: expect.stringMatching(/T00:00:00$/) as unknown,
      left: [],
      again: failure('MissingAPIResource', 'was not found'),
      none: failure('MissingAPIResource', 'was not found'),
      too_long: failure('BadAPIRequest', '180 days'),
    });
  });

  test('discovery: collections, searches by POST and GET, pages', () => {
    expect(told['discovery']!.value).toEqual({
      title: 'Swath',
      collections: ['row'],
      text: scenes(2, 1, 0),
      get: scenes(2, 1, 0),
      pages: 10,
      area: scenes(3, 2),
      bad: failure('BadAPIRequest', 'filter'),
      sub_catalog: failure('MissingAPIResource', 'Not Found'),
    });
  });

  test('footprints: layers, searches by ECQL, box and both, one by its catalog id', () => {
    expect(told['footprints']!.value).toEqual({
      layers: ['Vendor:FinishedFeature'],
      version: '1.1.0',
      two: '2.0.0',
      query: catalogIds(5, 4, 3, 2, 1),
      pages: 5,
      box: catalogIds(3, 2),
      both: catalogIds(3, 2),
      found: catalogIds(4),
      bad: failure('BadAPIRequest', 'noSuchField'),
    });
    expect(told['signed']!.value).toEqual([200, 401]);
  });

  test('what is no part of this service is a plain refusal', () => {
    expect(told['beyond']!.value).toEqual({
      usage: failure('MissingAPIResource', 'Not Found'),
      ordering: failure('MissingAPIResource', 'Not Found'),
      imagery: failure('BadAPIRequest', 'WMS'),
    });
  });
});

describe.skipIf(python === null)('MGP_SDK, unchanged: only where its hosts lead', () => {
  let told: Report;
  beforeAll(async () => {
    const { email: username, password } = swath.admin;
    told = await run('./mgp_sdk_tour.py', { username, password, polygon });
  });

  test('tokens of the token service: made, listed, deleted one by one and as a list', () => {
    expect(told['tokens']!.value).toEqual({
      listed: expect.arrayContaining(['', 'one', 'three', 'two']) as unknown,
      value: true,
      one: true,
      many: true,
      left: expect.any(Number) as unknown,
      by_auth: expect.arrayContaining(['apiToken', 'id', 'name']) as unknown,
    });
  });

  test('a dead refresh token makes it sign in anew', () => {
    expect(told['dead']!.value).toEqual({ renewed: true, refreshed: true });
    expect(told['stranger']).toEqual(failure('Exception', 'Status code equals 401'));
  });

  test('discovery: root, conformance, health, collections, items, searches', () => {
    expect(told['discovery']!.value).toEqual({
      root: 'Catalog',
      specifications: true,
      health: [
        { database: 'OK', overall: 'OK' },
        { database: 'OK', overall: 'OK' },
      ],
      collections: ['row'],
      ordered: ['row'],
      collection: 'row',
      item: 'scene-3',
      where: scenes(0, 1, 2),
      ids: scenes(2, 1),
      intersects: scenes(3, 2),
      box: scenes(3, 2),
      both: failure('Exception', 'not both'),
      none: failure('HTTPError', '404'),
    });
  });

  test('streaming: searches by box, filter, both and in web mercator; shapefile and CSV', () => {
    expect(told['streaming']!.value).toEqual({
      box: catalogIds(3, 2),
      filter: catalogIds(2, 1),
      both: catalogIds(1, 0),
      mercator: catalogIds(3, 2),
      source: catalogIds(9, 7, 5, 3, 1),
      coverage: 1,
      shape: expect.arrayContaining(['.dbf', '.prj', '.shp', '.shx']) as unknown,
      rows: 4,
      area: 12_254,
    });
  });

  test('its commands', () => {
    expect(told['commands']!.value).toEqual({
      config: 'MGP-config file created',
      created: 'swath_',
      listed: true,
      deleted: true,
      search: true,
      stac: true,
      root: true,
      area: expect.stringContaining('bbox is: 12253.7') as unknown,
    });
  });

  test('what is no part of this service is a plain refusal', () => {
    expect(told['image']).toEqual(failure('HTTPError', '400'));
    expect(told['pipelines']).toEqual(failure('HTTPError', '404'));
  });
});
