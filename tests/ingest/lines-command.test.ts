import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCheckpointFiles } from '../../server/src/adapters/ingest/checkpoint-files.ts';
import { declaredNow } from '../../server/src/adapters/sqlite/catalog/file/declared-now.ts';
import { swath } from '../cli/swath-in-process.ts';
import { fakeServer, installation, item, manyItems, ndjson, readRejects } from './support.ts';

let place: Awaited<ReturnType<typeof installation>>;
beforeAll(async () => {
  place = await installation();
});

type Summary = Record<string, number | boolean>;

async function ingest(args: readonly string[]) {
  const { code, stdout, stderr } = await swath(['ingest', ...args, '--json'], place.env);
  return { code, stderr, summary: (stdout === '' ? {} : JSON.parse(stdout)) as Summary };
}

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(place.file(name), content);
  return place.file(name);
}

const whole = (id: string, more: object = {}) => ({
  ...item(id),
  bbox: [8, 47, 8, 47],
  geometry: { type: 'Point', coordinates: [8, 47] },
  ...more,
});

const ring = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

describe('swath ingest of lines', () => {
  test('stores 5,000 items in a collection that it makes, and finds nothing to do the second time', async () => {
    const file = write('many.ndjson', ndjson(manyItems(5_000)));
    const first = await ingest([file, '--collection', 'many', '--create']);
    expect(first).toMatchObject({ code: 0, summary: { finished: true, read: 5_000, created: 5_000, collections: 1 } });
    const second = await ingest([file, '--collection', 'many']);
    expect(second).toMatchObject({ code: 0, summary: { resumed: false, read: 5_000, unchanged: 5_000, created: 0 } });
    expect(readdirSync(join(place.env.SWATH_DATA, 'ingest')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('replaces what changed, unless only new ones are asked for', async () => {
    const file = write('changing.ndjson', ndjson([item('a'), item('b')]));
    await ingest([file, '--collection', 'changing', '--create']);
    const changed = item('a', { properties: { datetime: '2026-06-01T00:00:00Z' } });
    write('changing.ndjson', ndjson([changed, item('b'), item('c')]));
    const onlyNew = await ingest([file, '--collection', 'changing', '--if-new']);
    expect(onlyNew.summary).toMatchObject({ created: 1, skipped: 2, replaced: 0 });
    const upsert = await ingest([file, '--collection', 'changing']);
    expect(upsert.summary).toMatchObject({ created: 0, replaced: 1, unchanged: 2 });
  });

  test('rejects each bad line with its number and reason, and takes the good ones', async () => {
    const lines: (string | Uint8Array)[] = [
      '\uFEFF' + JSON.stringify(item('good-1')),
      '{"type":"Feature","id":"broken"',
      'nothing like JSON',
      '[1,2]',
      '"text"',
      JSON.stringify({ ...item('x'), type: 'Polygon' }),
      JSON.stringify({ ...item('x'), id: 7 }),
      JSON.stringify({ ...item('no-time'), properties: {} }),
      JSON.stringify({ ...item('bad-time'), properties: { datetime: 'yesterday' } }),
      JSON.stringify({ ...item('no-geometry'), geometry: undefined }),
      JSON.stringify({ ...item('pole'), geometry: { type: 'Point', coordinates: [0, 91] } }),
      '{"id":"twice","id":"twice"}',
      `${'['.repeat(500)}${']'.repeat(500)}`,
      JSON.stringify({ ...item('foreign'), collection: 'elsewhere' }),
      `\u0000${JSON.stringify(item('nul'))}`,
      Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      `{"__proto__":{},${JSON.stringify(item('proto')).slice(1)}`,
      `${JSON.stringify(item('one'))},${JSON.stringify(item('two'))}`,
      `\u001e${JSON.stringify(item('good-2'))}`,
      `${JSON.stringify(item('good-3'))}\r`,
    ];
    const parts = lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]);
    const file = write('bad.ndjson', Buffer.concat(parts));
    const flags = ['--collection', 'bad', '--create', '--rejects', place.file('rejects.ndjson')];
    const { code, summary, stderr } = await ingest([file, ...flags]);
    expect({ code, ...summary }).toMatchObject({ code: 4, read: 20, created: 3, rejected: 17 });
    expect(stderr).toContain('17 rejected');
    const rejects = readRejects(place.file('rejects.ndjson'));
    expect(rejects.map(({ position }) => position)).toEqual(Array.from({ length: 17 }, (_, i) => `line ${i + 2}`));
    const reasons = Object.fromEntries(rejects.map(({ position, id, reason }) => [position, `${id}: ${reason}`]));
    expect(reasons['line 2']).toMatch(/^null: is not JSON/);
    expect(reasons['line 9']).toMatch(/^bad-time: 'properties.datetime'/);
    expect(reasons['line 14']).toMatch(/^foreign: 'collection' must be 'bad'/);
    expect(reasons['line 16']).toBe('null: is not UTF-8');
    expect(rejects[0]!.line).toBe('{"type":"Feature","id":"broken"');
  });

  test('a source that is being taken in is not taken in twice at once', async () => {
    const file = write('held.ndjson', ndjson([item('a')]));
    const key = { source: `ndjson ${file}`, collection: 'held' };
    const held = await createCheckpointFiles(join(place.env.SWATH_DATA, 'ingest')).hold(key);
    const refused = await ingest([file, '--collection', 'held', '--create']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('runs already')]);
    expect((await ingest([file, '--collection', 'held', '--create', '--dry-run'])).code).toBe(0);
    held.release();
    expect((await ingest([file, '--collection', 'held', '--create'])).code).toBe(0);
  });

  test('of items with one id the last one stays', async () => {
    const later = item('same', { properties: { datetime: '2026-06-02T00:00:00Z' } });
    const file = write('same.ndjson', ndjson([item('same'), item('same'), later]));
    const { code, summary } = await ingest([file, '--collection', 'same', '--create']);
    expect({ code, ...summary }).toMatchObject({ code: 0, created: 1, unchanged: 1, replaced: 1 });
  });

  test('a file that was cut off gives what is whole', async () => {
    const text = ndjson(manyItems(3));
    const file = write('cut.ndjson', text.slice(0, -20));
    const { code, summary } = await ingest([file, '--collection', 'cut', '--create']);
    expect({ code, ...summary }).toMatchObject({ code: 4, created: 2, rejected: 1 });
  });

  test('items go to the collections that they name, and the others to the fallback', async () => {
    const file = write(
      'own.ndjson',
      ndjson([item('a', { collection: 'own-1' }), item('b', { collection: 'own-2' }), item('c')]),
    );
    const without = await ingest([file]);
    expect({ code: without.code, ...without.summary }).toMatchObject({ code: 4, created: 0, rejected: 3 });
    const withBoth = await ingest([file, '--fallback', 'own-3', '--create']);
    expect({ code: withBoth.code, ...withBoth.summary }).toMatchObject({ code: 0, created: 3, collections: 3 });
  });

  test('a dry run foresees all of it and stores nothing', async () => {
    const file = write('dry.ndjson', ndjson([item('a'), item('b')]) + 'nonsense\n');
    const flags = [file, '--collection', 'dry', '--create'];
    const dry = await ingest([...flags, '--dry-run']);
    expect({ code: dry.code, ...dry.summary }).toMatchObject({ code: 4, dry_run: true, created: 2, rejected: 1 });
    expect(dry.stderr).toContain('nothing was stored');
    const real = await ingest(flags);
    expect(real.summary).toMatchObject({ created: 2, collections: 1 });
    const again = await ingest([...flags, '--dry-run']);
    expect(again.summary).toMatchObject({ unchanged: 2, created: 0, collections: 0 });
  });

  test('--validate full holds items to the core of STAC', async () => {
    const bow = [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ];
    const bad = [
      whole('links', { links: undefined }),
      whole('bbox', { bbox: undefined }),
      whole('cloud', { properties: { datetime: '2026-05-01T10:00:00Z', 'eo:cloud_cover': '12' } }),
      whole('null-time', { properties: { datetime: null } }),
      whole('bow', { geometry: { type: 'Polygon', coordinates: bow }, bbox: [0, 0, 1, 1] }),
      whole('extension', { stac_extensions: ['eo'] }),
      whole('named', { collection: 'full' }),
    ];
    const file = write('full.ndjson', ndjson([whole('good'), ...bad]));
    const flags = [file, '--collection', 'full', '--create'];
    const basic = await ingest([...flags, '--dry-run']);
    expect(basic.summary).toMatchObject({ created: 8, rejected: 0 });
    const full = await ingest([...flags, '--validate', 'full', '--rejects', place.file('full-rejects')]);
    expect({ code: full.code, ...full.summary }).toMatchObject({ code: 4, created: 1, rejected: 7 });
    expect(readRejects(place.file('full-rejects')).map(({ reason }) => /^'([^']+)'/.exec(reason)?.[1])).toEqual([
      'links',
      'bbox',
      'properties.eo:cloud_cover',
      'properties.datetime',
      'geometry',
      'stac_extensions',
      'links',
    ]);
  });

  test('a FeatureCollection comes in the same way, whatever the file is called', async () => {
    const features = manyItems(10).map((each) => ({ ...each, collection: 'features' }));
    for (const name of ['fc.geojson', 'fc.json']) {
      const file = write(name, JSON.stringify({ type: 'FeatureCollection', features }, null, 2));
      const { code, summary } = await ingest([file, '--create']);
      expect({ code, read: summary['read'] }).toEqual({ code: 0, read: 10 });
    }
  });

  test('items of 1 MB, across the antimeridian and at the poles come in', async () => {
    const large = item('large', { properties: { datetime: null, text: 'x'.repeat(1_048_576) } });
    const odd = [
      large,
      item('antimeridian', { geometry: ring(179, -1, 181, 1), bbox: [179, -1, -179, 1] }),
      item('pole', { geometry: ring(-180, 80, 180, 90) }),
      item('nowhere', { geometry: null }),
    ];
    const lines = write('odd.ndjson', ndjson(odd));
    expect(await ingest([lines, '--collection', 'odd', '--create'])).toMatchObject({
      code: 0,
      summary: { created: 4 },
    });
    const features = write('odd.geojson', JSON.stringify({ type: 'FeatureCollection', features: odd }));
    expect(await ingest([features, '--collection', 'odd'])).toMatchObject({ code: 0, summary: { unchanged: 4 } });
  });

  test('a server on this machine is read only where the settings allow it', async () => {
    const feature = item('far', { collection: 'far' });
    const server = await fakeServer(() => ({ type: 'FeatureCollection', features: [feature], links: [] }));
    try {
      const args = ['ingest', `${server.url}/items`, '--create', '--json'];
      const refused = await swath(args, place.env);
      expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('SWATH_ALLOW_PRIVATE_ENDPOINTS')]);
      expect(server.asked).toEqual([]);
      const taken = await swath(args, { ...place.env, SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' });
      expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, { created: 1 }]);
    } finally {
      await server.stop();
    }
  });

  test('what fails midway ends with 1', async () => {
    const file = write('no-collection.geojson', '{"type":"FeatureCollection"}');
    const { code, stderr } = await ingest([file, '--collection', 'x']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('holds no FeatureCollection')]);
  });

  test('tells rate and time left where it is asked to', async () => {
    const file = write('told.ndjson', ndjson(manyItems(10)));
    const quiet = await ingest([file, '--collection', 'told', '--create']);
    expect(quiet.stderr).toBe('');
    const told = await ingest([file, '--collection', 'told', '--progress']);
    expect(told.stderr).toMatch(/10 entries, 100\.0 % of \d+ bytes, \d+ a second, 0:00 left/);
  });

  test.each([
    [['nowhere.ndjson'], 3, 'there is no file or folder'],
    [[], 2, 'SOURCE is missing'],
    [['x', '--as', 'shapefile'], 2, '--as must be one of'],
    [['x', '--collection', 'a', '--fallback', 'b'], 2, 'exclude each other'],
    [['x', '--validate', 'some'], 2, '--validate must be one of'],
    [['x', '--rejects', 'x'], 2, 'must not be the source'],
  ])('%j ends with %i', async (args, code, message) => {
    const ended = await ingest(args);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  test('--rejects that is the source by another name is refused, and leaves it as it is', async () => {
    const file = write('linked.ndjson', ndjson([item('a')]));
    symlinkSync(file, place.file('other-name.ndjson'));
    const ended = await ingest([
      file,
      '--collection',
      'linked',
      '--create',
      '--rejects',
      place.file('other-name.ndjson'),
    ]);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('must not be the source')]);
    expect(readFileSync(file, 'utf8')).toBe(ndjson([item('a')]));
  });

  test('--rejects in a watched folder is refused where it would be taken for items', async () => {
    const rejects = place.file('rejected.ndjson');
    const ended = await ingest([dirname(rejects), '--watch', '--collection', 'a', '--rejects', rejects]);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('taken for items')]);
  });

  test('leaves the index to the service: other settings here change nothing of it', async () => {
    const file = write('queryables.ndjson', ndjson([item('a')]));
    await ingest([file, '--collection', 'queryables', '--create']);
    const catalogFile = join(place.env.SWATH_DATA, 'catalog.db');
    const before = declaredNow(catalogFile);
    await swath(['ingest', file, '--collection', 'queryables'], { ...place.env, SWATH_QUERYABLES: 'other' });
    expect(declaredNow(catalogFile)).toEqual(before);
    expect(before).toContain('eo:cloud_cover');
  });

  test('a folder without an installation is left alone', async () => {
    const elsewhere = place.file('nothing-here');
    const ended = await swath(['ingest', write('a.ndjson', ''), '--collection', 'a'], { SWATH_DATA: elsewhere });
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('there is no installation')]);
    expect(existsSync(elsewhere)).toBe(false);
  });
});
