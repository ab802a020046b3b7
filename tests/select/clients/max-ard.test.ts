import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looseItem, startWriteService, type WriteService } from '../../stac/writes-fixture.ts';
import { freePort } from '../../support/free-port.ts';
import { findMaxArd } from '../../support/max-ard.ts';
import { runPython } from '../../support/run-python.ts';
import { type TlsFront, startTlsFront } from './tls-front.ts';

const python = findMaxArd();

let swath: WriteService;
let front: TlsFront;
let host: string;
let home: string;

const scene = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 35.1],
      [west + 0.2, 35.1],
      [west + 0.2, 35.4],
      [west, 35.4],
      [west, 35.1],
    ],
  ],
});

beforeAll(async () => {
  if (python === null) return;
  home = mkdtempSync(join(tmpdir(), 'swath-home-'));
  const port = await freePort();
  host = `localhost:${port}/api/v1`;
  front = await startTlsFront(port);
  swath = await startWriteService({ SWATH_PUBLIC_URL: `https://localhost:${port}` });
  front.to(swath.url);
  await swath.collection('ard');
  const items = [
    ['103001005D31F500', -106.8, '2021-01-16T17:40:00Z', 98],
    ['103001005D31F600', -106.7, '2020-07-10T17:40:00Z', 40],
  ] as const;
  for (const [id, west, datetime, sun] of items)
    await swath.send('POST', '/collections/ard/items', {
      json: looseItem(id, {
        geometry: scene(west),
        properties: {
          datetime,
          platform: 'worldview-02',
          'eo:cloud_cover': 1,
          'view:off_nadir': 12,
          'view:sun_elevation': sun / 2,
        },
      }),
    });
});
afterAll(async () => {
  await swath?.stop();
  await front?.close();
  if (home) rmSync(home, { recursive: true });
});

const request = {
  datetime: '2020-07-01T00:00:00Z/2021-01-25T00:00:00Z',
  bbox: [-106.8, 35.1, -106.4, 35.4],
  query: {
    platform: { eq: 'worldview-02' },
    'aoi:cloud_free_percentage': { gte: 95 },
    'aoi:data_percentage': { gte: 75 },
  },
  stack_depth: 3,
};
const wkt = 'POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))';

type Told = {
  readonly value?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
};

test.skipIf(python === null)(
  'max_ard: submits a select, waits for it, reads its results, usage and files, and finds it again',
  { timeout: 60_000 },
  async () => {
    const told = await runScript({
      request,
      bow_tie: { ...request, bbox: null, intersects: wkt },
      nowhere: { query: {} },
    });
    expect(told['select']!.error).toBeUndefined();
    const { files, ...value } = told['select']!.value!;
    expect(value).toMatchObject({
      state: 'SUCCEEDED',
      succeeded: true,
      acquisitions: ['103001005D31F500', '103001005D31F600'],
      dates: ['2020-07-10', '2021-01-16'],
      masks_are_valid: true,
      again: { state: 'SUCCEEDED', stack_depth: 3, query: request.query },
    });
    expect(value['select_id']).toMatch(/^\d{19}$/);
    expect(Number(value['tiles'])).toBeGreaterThan(20);
    expect(Number(value['usage'])).toBeGreaterThan(500);
    for (const name of ['geojson', 'geojsonl', 'html', 'stac', 'csv'])
      expect((files as Record<string, number>)[name]).toBeGreaterThan(1_000);
    const { error: problem, message: reason, value: metadata } = told['metadata']!;
    expect([problem, reason]).toEqual([undefined, undefined]);
    expect(metadata).toEqual({
      meta: [value['tiles'], value['acquisitions']],
      area: value['tiles'],
      newest_first: true,
      one_a_cell: ['2020-07-10', '2021-01-16'],
      tile: [true, 'Polygon'],
      cell: expect.arrayContaining([expect.stringMatching(/^Z13-/)]) as unknown,
      order: value['acquisitions'],
      stac: '1.0.0',
      acquisition: expect.any(Number) as unknown,
      none: { error: 'MissingARDResource', message: 'Not Found' },
    });
    expect(told['bow_tie']!.message).toContain('Problem with intersects/bbox');
    expect(told['nowhere']!.message).toContain("Either 'intersects' or 'bbox' is required");
    expect(told['unknown']!.message).toContain('1234567890123456789 not found');
  },
);

type Said = Readonly<Record<string, unknown>> & {
  readonly submitted: string;
  readonly files: Readonly<Record<string, number | null>>;
};

test.skipIf(python === null)(
  'the commands of max_ard: login, token, select submit, status, describe, url, cell describe, covers',
  { timeout: 60_000 },
  async () => {
    const { email: username, password } = swath.admin;
    const said = await runWith<Said>('./max_ard_commands.py', {
      username,
      password,
      bbox: request.bbox,
      acquisition: '103001005D31F500',
      endings: ['geojson', 'geojsonl', 'html', 'stac', 'kml', 'kmz', 'shp'],
      cell: 'Z13-031133231113',
      wkt: 'POINT (-106.79 35.34)',
    });
    expect(said['login']).toContain('ARD access confirmed');
    expect(said['token']).toBe(2);
    expect(said.submitted).toMatch(/^Select \d{19} has completed/);
    const [, id] = said.submitted.split(' ');
    expect(said['by_id']).toMatch(/^Select \d{19} has completed/);
    expect(said['refused']).toContain("Either 'intersects' or 'bbox' is required");
    expect(said['status']).toBe('SUCCEEDED\n');
    expect(said['raw']).toContain("'platform': {'ne': 'worldview-01'}");
    expect(said['unknown']).toContain('1234567890123456789 not found');
    expect(said['described']).toMatch(/[1-9]\d* tiles identified in the following 2 acquisitions:/);
    expect(Object.values(said.files).filter((size) => size === null || size < 200)).toEqual([]);
    expect(said['url']).toBe(`https://${host.replace('/api/v1', '')}/select/${id}`);
    expect(said['signed']).toBe(true);
    expect(said['cell']).toContain('335000');
    expect(said['covers']).toEqual(['Z13-031133231113']);
    expect(said['reset']).toContain('Token reset');
  },
);

/** With a home of its own, where the credentials are kept that it is given. */
function runWith<T>(script: string, plan: unknown): Promise<T> {
  const { ARD_USERNAME: _, ARD_PASSWORD: __, ...env } = process.env;
  return runPython(python!, new URL(script, import.meta.url), plan, {
    ...env,
    HOME: home,
    MAXAR_ARD_HOSTNAME: host,
    REQUESTS_CA_BUNDLE: front.certificate,
  });
}

function runScript(plan: unknown): Promise<Record<string, Told>> {
  return runPython(python!, new URL('./max_ard_select.py', import.meta.url), plan, {
    ...process.env,
    MAXAR_ARD_HOSTNAME: host,
    REQUESTS_CA_BUNDLE: front.certificate,
    ARD_USERNAME: swath.admin.email,
    ARD_PASSWORD: swath.admin.password,
  });
}
