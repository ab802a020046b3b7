import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { timeInMetadata, readNamePattern, timeInName } from '../../server/src/ingest/taken-at.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import { ascii } from '../imagery/support/make-image.ts';
import { swath } from '../cli/swath-in-process.ts';
import { type Json, documentsIn, installation, readRejects } from './support.ts';

let place: Awaited<ReturnType<typeof installation>>;
let run = 0;
let collection = '';
let archive = '';

beforeAll(async () => {
  place = await installation();
});

beforeEach(() => {
  collection = `scenes-${++run}`;
  archive = join(place.folder, `archive-${run}`);
  mkdirSync(archive);
});

const small = { width: 64, height: 48, blocks: [32, 32] as const };

function put(name: string, more: Parameters<typeof inZone>[4] = {}): string {
  const path = join(archive, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, inZone(32633, 500_000, 5_000_000, 0.5, { ...small, ...more }));
  return path;
}

async function ingest(flags: readonly string[] = [], roots = archive) {
  const args = [
    'ingest',
    archive,
    '--collection',
    collection,
    '--create',
    '--json',
    '--rejects',
    place.file('r'),
    ...flags,
  ];
  const { code, stdout, stderr } = await swath(args, { ...place.env, SWATH_ARCHIVE_ROOTS: roots });
  return { code, stderr, summary: (stdout === '' ? {} : JSON.parse(stdout)) as Record<string, number> };
}

async function stored(): Promise<ReadonlyMap<string, Json>> {
  const { catalog, close } = await openSqliteCatalog(join(place.env.SWATH_DATA, 'catalog.db'), {
    declared: ['eo:cloud_cover', 'platform', 'gsd', 'view:off_nadir', 'catalog_id', 'acquisition_id'],
  });
  try {
    const all = await documentsIn(catalog);
    return new Map([...all].filter(([, { collection: home }]) => home === collection));
  } finally {
    await close();
  }
}

const byName = ['--datetime-pattern', '{YYYY}{MM}{DD}'];

describe('a folder of GeoTIFFs', () => {
  test('becomes items with footprint, bands, projection, statistics and size, found by their place', async () => {
    put('flight_20260501.tif');
    put('deeper/flight_20260502.TIFF');
    writeFileSync(join(archive, 'readme.txt'), 'not an image');
    const { code, summary } = await ingest(byName);
    expect({ code, ...summary }).toMatchObject({ code: 0, read: 2, created: 2, collections: 1, rejected: 0 });
    const item = (await stored()).get('flight_20260502')!;
    expect(item).toMatchObject({
      geometry: { type: 'Polygon' },
      properties: { datetime: '2026-05-02T00:00:00Z', gsd: 0.5, 'proj:code': 'EPSG:32633', 'proj:shape': [48, 64] },
      assets: {
        visual: { 'file:size': expect.any(Number) as unknown, updated: expect.stringMatching(/Z$/) as unknown },
      },
    });
    const { bands, href } = (item['assets'] as { visual: { bands: Json[]; href: string } }).visual;
    expect(bands[0]).toMatchObject({ statistics: { minimum: expect.any(Number) as unknown } });
    expect(href).toMatch(/^~swath-local:visual:file:.*deeper\/flight_20260502\.TIFF$/);
  });

  test('is read again only where a file is new or changed', async () => {
    const [a] = [put('a_20260501.tif'), put('b_20260501.tif')];
    await ingest(byName);
    expect((await ingest(byName)).summary).toMatchObject({ read: 2, unchanged: 2, created: 0, replaced: 0 });
    put('a_20260501.tif', { width: 80 });
    utimesSync(a, new Date('2026-06-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z'));
    put('c_20260501.tif');
    expect((await ingest(byName)).summary).toMatchObject({ read: 3, unchanged: 1, replaced: 1, created: 1 });
    expect((await stored()).get('a_20260501')!['properties']).toMatchObject({ 'proj:shape': [48, 80] });
  });

  test('whose files were moved has items that follow them; one whose file is gone is told', async () => {
    const [a, b] = [put('a_20260501.tif'), put('b_20260501.tif')];
    await ingest(byName);
    mkdirSync(join(archive, 'new'));
    renameSync(a, join(archive, 'new/a_20260501.tif'));
    rmSync(b);
    const { code, summary, stderr } = await ingest(byName);
    expect({ code, ...summary }).toMatchObject({ code: 4, moved: 1, missing: 1, replaced: 1, rejected: 0 });
    expect(stderr).toMatch(/moved: file:.*a_20260501\.tif is now file:.*new\/a_20260501\.tif/);
    expect(readRejects(place.file('r'))).toMatchObject([{ id: 'b_20260501', reason: 'its file is gone' }]);
    const items = await stored();
    expect(JSON.stringify(items.get('a_20260501'))).toContain('/new/a_20260501.tif');
    expect(items.has('b_20260501')).toBe(true);
  });

  test('with two files of one name needs ids by path', async () => {
    put('one/x_20260501.tif');
    put('two/x_20260501.tif');
    const byFile = await ingest(byName);
    expect({ code: byFile.code, ...byFile.summary }).toMatchObject({ code: 4, created: 1, rejected: 1 });
    expect(readRejects(place.file('r'))[0]).toMatchObject({
      position: 'two/x_20260501.tif',
      reason: expect.stringContaining("ids by 'path'") as unknown,
    });
    const byPath = await ingest([...byName, '--id', 'path']);
    expect(byPath.summary).toMatchObject({ created: 2, rejected: 0 });
    expect([...(await stored()).keys()].sort()).toEqual(['one_x_20260501', 'two_x_20260501', 'x_20260501']);
  });

  test('rejects files with a reason: outside of the archive, broken, without place, time or sense', async () => {
    put('good_20260501.tif');
    put('no-time.tif');
    put('impossible_20261301.tif');
    writeFileSync(join(archive, 'broken_20260501.tif'), 'II*\0 and then nothing');
    writeFileSync(join(archive, 'empty_20260501.tif'), '');
    put('nowhere_20260501.tif', { fields: { 33550: { type: 12, values: [] }, 34735: { type: 3, values: [] } } });
    const outside = join(place.folder, 'outside.tif');
    writeFileSync(outside, inZone(32633, 500_000, 5_000_000, 0.5, small));
    symlinkSync(outside, join(archive, 'link_20260501.tif'));
    const { code, summary } = await ingest(byName);
    expect({ code, ...summary }).toMatchObject({ code: 4, read: 7, created: 1, rejected: 6 });
    const reasons = Object.fromEntries(readRejects(place.file('r')).map(({ position, reason }) => [position, reason]));
    expect(reasons['link_20260501.tif']).toContain('SWATH_ARCHIVE_ROOTS');
    expect(reasons['no-time.tif']).toContain('give a pattern of times');
    expect(reasons['impossible_20261301.tif']).toContain('give a pattern of times');
    expect(Object.keys(reasons).length).toBe(6);
  });

  test('outside of the archive is rejected file by file', async () => {
    put('a_20260501.tif');
    const { code, summary } = await ingest(byName, join(place.folder, 'elsewhere'));
    expect({ code, ...summary }).toMatchObject({ code: 4, created: 0, rejected: 1 });
    expect(readRejects(place.file('r'))[0]!.reason).toContain('SWATH_ARCHIVE_ROOTS');
  });

  test('takes the time from the name, the metadata, the tag, and from the file only where it may', async () => {
    const xml = '<GDALMetadata>\n  <Item name="AcquisitionDateTime">2025-03-04T05:06:07.5Z</Item>\n</GDALMetadata>';
    put('xml.tif', { fields: { 42112: ascii(xml) } });
    put('tag.tif', { fields: { 306: ascii('2024:02:29 10:11:12') } });
    put('lies.tif', { fields: { 306: { type: 2, values: Array.from({ length: 500 }, () => 0x32) } } });
    put('both_20230102.tif', { fields: { 306: ascii('2024:02:29 10:11:12') } });
    const neither = put('neither.tif');
    utimesSync(neither, new Date('2022-01-01T00:00:00Z'), new Date('2022-01-01T00:00:00Z'));
    expect((await ingest(byName)).summary).toMatchObject({ created: 3, rejected: 2 });
    rmSync(join(archive, 'lies.tif'));
    expect((await ingest([...byName, '--file-time'])).summary).toMatchObject({ created: 1, unchanged: 3 });
    const times = [...(await stored())].map(([id, { properties }]) => [id, (properties as Json)['datetime']]);
    expect(Object.fromEntries(times)).toEqual({
      xml: '2025-03-04T05:06:07Z',
      tag: '2024-02-29T10:11:12Z',
      both_20230102: '2023-01-02T00:00:00Z',
      neither: '2022-01-01T00:00:00.000Z',
    });
  });

  test('draws pictures where it is asked to, into the archive alone', async () => {
    put('a_20260501.tif');
    const folder = join(archive, '.thumbnails');
    const drawn = await ingest([...byName, '--thumbnails', folder]);
    expect(drawn.code).toBe(0);
    expect(existsSync(join(folder, 'a_20260501.webp'))).toBe(true);
    expect((await stored()).get('a_20260501')!['assets']).toMatchObject({ thumbnail: { type: 'image/webp' } });
    expect((await ingest([...byName, '--thumbnails', folder])).summary).toMatchObject({ unchanged: 1 });
    const outside = await ingest([...byName, '--thumbnails', join(place.folder, 'pictures')]);
    expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining('SWATH_ARCHIVE_ROOTS')]);
    expect(existsSync(join(place.folder, 'pictures'))).toBe(false);
  });

  test('needs a collection, and a pattern with a year', async () => {
    const args = ['ingest', archive, '--create'];
    expect(await swath(args, place.env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'collection' is missing") as unknown,
    });
    const bad = await ingest(['--datetime-pattern', '{MM}{DD}']);
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('{YYYY}')]);
  });
});

describe('a time in a name', () => {
  test.each([
    ['{YYYY}{MM}{DD}', 'x/20260501.tif', '2026-05-01T00:00:00Z'],
    ['s_{YYYY}-{MM}-{DD}T{hh}{mm}{ss}', 's_2026-05-01T101112_b.tif', '2026-05-01T10:11:12Z'],
    ['LC8*{YYYY}{DDD}LGN', 'LC80330342026121LGN00.tif', '2026-05-01T00:00:00Z'],
    ['{YYYY}{DDD}', '2024366.tif', '2024-12-31T00:00:00Z'],
    ['{YYYY}{DDD}', '2026366.tif', null],
    ['{YYYY}{MM}{DD}', '20260230.tif', null],
    ['{YYYY}{MM}{DD}{hh}', '2026010125.tif', null],
    ['a.b({YYYY})', 'a.b(2026).tif', '2026-01-01T00:00:00Z'],
    ['a.b', 'a.b', undefined],
    ['{YYYY}{YYYY}', '20262026', undefined],
    ['{YYYY}{DAY}', '2026', undefined],
  ])('%s in %s', (pattern, name, time) => {
    const read = readNamePattern(pattern);
    expect(read === null ? undefined : timeInName(name, read)).toBe(time);
  });

  test('or in metadata is a moment, or none', () => {
    expect(timeInMetadata({ acquisition_date: '20260501' }, null)).toBe('2026-05-01T00:00:00Z');
    expect(timeInMetadata({ ACQUISITIONDATE: 'soon' }, '2026:05:01 00:00:60')).toBeNull();
    expect(timeInMetadata({}, '0000:00:00 00:00:00')).toBeNull();
  });
});
