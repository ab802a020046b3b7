import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, createAccount, signIn } from '../../support/accounts.ts';
import { call } from '../../support/call.ts';
import { type WriteService, looseItem, startWriteService } from '../../stac/writes-fixture.ts';
import { type SelectRecord, bbox, timeless } from './support-select.ts';

const scene = {
  type: 'Polygon',
  coordinates: [
    [
      [-106.9, 35.2],
      [-106.6, 35.2],
      [-106.6, 35.5],
      [-106.9, 35.5],
      [-106.9, 35.2],
    ],
  ],
} as const;

async function fill(swath: WriteService) {
  await swath.collection('ard');
  await swath.collection('secret');
  for (const [collection, id, datetime] of [
    ['ard', '103001005D31F500', '2021-01-16T17:40:00Z'],
    ['ard', '103001005D31F600', '2020-07-10T17:40:00Z'],
    ['secret', '103001005D31F700', '2022-07-10T17:40:00Z'],
  ] as const) {
    const properties = { datetime, platform: 'worldview-02', 'eo:cloud_cover': 1 };
    const json = looseItem(id, { geometry: scene, properties });
    expect((await swath.send('POST', `/collections/${collection}/items`, { json })).status).toBe(201);
  }
}

const newestFirst = ['103001005D31F700', '103001005D31F500', '103001005D31F600'];

describe('a select over an archive', () => {
  let swath: WriteService;
  beforeAll(async () => {
    swath = await startWriteService();
    await fill(swath);
  });
  afterAll(() => swath.stop());

  const select = async (json: object, token = swath.token) => {
    const answer = await call(swath.url, 'POST', '/select', { token, json });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.stringContaining('SUCCEEDED')]);
    return answer.json<SelectRecord>();
  };

  test('finds the acquisitions, the same each time, by POST and by GET', async () => {
    const first = await select({ bbox, stack_depth: 2 });
    expect(first).toMatchObject({ stack_depth_summary: { requested: 2, cells: 1, fulfilled: 1, tiles: 2 } });
    expect(first.results).toEqual(newestFirst.slice(0, 2));
    const byGet = await swath.send('GET', `/select?bbox=${bbox.join()}&stack_depth=2`);
    for (const again of [await select({ bbox, stack_depth: 2 }), byGet.json<SelectRecord>()]) {
      const { id, links } = first;
      const times = { created: first['created'], expires: first['expires'] };
      expect({ ...timeless(again), id, select_id: id, links, ...times }).toEqual(timeless(first));
    }
  });

  test('its files are of what it found, and the page opens', async () => {
    const { id } = await select({ bbox });
    const csv = await swath.send('GET', `/select/files/${id}.csv?download=1`);
    expect(csv.text.split(/\r?\n/).filter((line) => line.includes('103001005D31F'))).toHaveLength(3);
    for (const format of ['geojson', 'geojsonl', 'stac', 'gpkg', 'html']) {
      const { download_link: link } = (await swath.send('GET', `/select/files/${id}.${format}`)).json<{
        download_link: string;
      }>();
      const file = await fetch(link);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect([format, file.status, bytes.length > 500]).toEqual([format, 200, true]);
    }
  });

  test('a caller finds what is granted, and keeps what was found', async () => {
    const account = await createAccount(swath.url, swath.token);
    const { access_token: token } = await signIn(swath.url, account);
    await changeAccount(swath.url, swath.token, account.id, { collections: ['ard'] });
    const { results, id } = await select({ bbox }, token);
    expect(results).toEqual(newestFirst.slice(1));
    await changeAccount(swath.url, swath.token, account.id, { collections: [] });
    expect((await select({ bbox }, token)).results).toEqual([]);
    expect((await call(swath.url, 'GET', `/select/${id}`, { token })).json<SelectRecord>().results).toEqual(results);
  });

  test('nothing there: a good select that says so', async () => {
    const record = await select({ bbox: [10, 10, 10.1, 10.1] });
    expect([record.results, record.warnings.length > 0]).toEqual([[], true]);
    const impossible = await select({ bbox, query: { 'eo:cloud_cover': { lte: 110 } } });
    expect([impossible.results, impossible.warnings.join()]).toEqual([[], expect.stringContaining('110')]);
  });

  test('members that mean nothing are named once', async () => {
    const { warnings } = await select({ bbox, dry_run: true });
    expect(warnings).toEqual(['dry_run: it is no member of a select and was ignored']);
  });

  test('many at once are all answered, and searches beside them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 ? swath.send('POST', '/select', { json: { bbox } }) : swath.send('GET', '/search?limit=1'),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('SWATH_SELECT_MOST_TILES', () => {
  test('400 with the figure where there are more', async () => {
    const swath = await startWriteService({ SWATH_SELECT_MOST_TILES: '2' });
    try {
      await fill(swath);
      const answer = await swath.send('POST', '/select', { json: { bbox: [-106.9, 35.2, -106.6, 35.5] } });
      expect([answer.status, answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid_parameters', message: expect.stringMatching(/ 2\b/) as string }),
      ]);
    } finally {
      await swath.stop();
    }
  });
});

describe('a service that stops while a select runs', () => {
  test('leaves it to the next start, which finds the same', async () => {
    const settings = { SWATH_SELECT_WAIT: '0' };
    const before = await startWriteService(settings, { keepFolder: true });
    await fill(before);
    const json = { bbox: [-106.9, 35.2, -106.6, 35.5], stack_depth: 3 };
    const running = (await before.send('POST', '/select', { json })).json<SelectRecord>();
    await before.stop();
    expect(running.status).toBe('RUNNING');
    const after = await startWriteService({ ...settings, SWATH_DATA: before.dataFolder }, { keepFolder: true });
    try {
      const polled = async () => (await after.send('GET', `/select/${running.id}`)).json<SelectRecord>();
      await expect.poll(async () => (await polled()).status, { timeout: 10_000 }).toBe('SUCCEEDED');
      expect((await polled()).results).toEqual(newestFirst);
    } finally {
      await after.stop();
      rmSync(before.dataFolder, { recursive: true, force: true });
    }
  });
});
