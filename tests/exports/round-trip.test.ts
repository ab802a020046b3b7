import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { swath, swathJson } from '../cli/swath-in-process.ts';
import { installation, ndjson } from '../ingest/support.ts';
import { goAround, ingest, linesOf, realItems } from './go-around.ts';
import { plainItems, uglyItems } from './support.ts';

const isThere = existsSync(realItems);
const why = isThere ? '' : ' (skipped: no ../shared/data/stac beside the project)';

describe('what comes out comes in again equal', () => {
  test('items with everything that is awkward', async () => {
    const from = await installation();
    const items = [...uglyItems, ...plainItems(300)].map((item, i) => ({ ...item, collection: `c${i % 3}` }));
    writeFileSync(from.file('in.ndjson'), ndjson(items));
    await ingest(from.env, [from.file('in.ndjson'), '--create']);
    expect(await goAround(from)).toBe(items.length);
  }, 120_000);

  test.skipIf(!isThere)(
    `real data sets${why}`,
    async () => {
      const from = await installation();
      await ingest(from.env, [`${realItems}joplin/index.geojson`, '--create']);
      await ingest(from.env, [`${realItems}sentinel-2/sentinel-s2-l2a-cogs_0_100.json`, '--create']);
      await ingest(from.env, [`${realItems}examples/catalog.json`, '--fallback', 'loose', '--create']);
      expect(await goAround(from)).toBe(132);
    },
    240_000,
  );
});

describe('local files', () => {
  test('leave as addresses, and with --file-urls as what they are', async () => {
    const from = await installation();
    const [item] = plainItems(1);
    const href = 'file:///archive/a%20b.tif';
    const assets = { 'x:y z': { href, title: `not ${href}` } };
    writeFileSync(from.file('in.ndjson'), ndjson([{ ...item, collection: 'c', assets }]));
    await ingest(from.env, [from.file('in.ndjson'), '--create']);
    expect(await linesOf(from)).toContain('/collections/c/items/plain-000000/assets/x%3Ay%20z"');
    // At home an address of the service still stands for its file; elsewhere it is an address like any other.
    expect(await ingest(from.env, [from.file('all.ndjson')])).toMatchObject({ unchanged: 1 });
    const to = await installation();
    expect(await ingest(to.env, [from.file('all.ndjson'), '--create'])).toMatchObject({ created: 1 });
    await swathJson(['export', from.file('files.csv'), '--file-urls'], from.env);
    expect(await ingest(from.env, [from.file('files.csv')])).toMatchObject({ unchanged: 1 });
    await swathJson(['export', from.file('files.ndjson'), '--file-urls'], from.env);
    expect(JSON.parse(readFileSync(from.file('files.ndjson'), 'utf8'))).toMatchObject({ assets });
  });
});

describe('swath export', () => {
  test('what a search finds, by its flags', async () => {
    const from = await installation();
    writeFileSync(from.file('in.ndjson'), ndjson(plainItems(50).map((item) => ({ ...item, collection: 'c' }))));
    await ingest(from.env, [from.file('in.ndjson'), '--create']);
    const count = async (...flags: readonly string[]) => {
      const made = await swathJson<{ items: number }>(['export', from.file('some.csv'), ...flags], from.env);
      return made.items;
    };
    expect(await count()).toBe(50);
    expect(await count('--limit', '7')).toBe(7);
    expect(await count('--filter', '"eo:cloud_cover" < 10')).toBe(10);
    expect(await count('--collections', 'c', '--datetime', '2022-01-01T00:00:00Z/2022-01-01T00:04:00Z')).toBe(5);
    expect(await count('--bbox', '50,50,51,51')).toBe(0);
    expect(await count('--format', 'gpkg')).toBe(50);
    expect(readdirSync(from.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  test('wrong use, with its exit code', async () => {
    const from = await installation();
    for (const [code, ...args] of [
      [2, from.file('a.shp')],
      [2, from.file('a.csv'), '--format', 'shp'],
      [2, from.file('a.csv'), '--bbox', 'x'],
      [2, from.file('a.csv'), '--limit', '-1'],
      [2, '-', '--json'],
      [3, from.file('a.csv'), '--collections', 'none'],
      [1, from.file('no/such/folder/a.csv')],
    ] as const) {
      const ended = await swath(['export', ...args], from.env);
      expect([args, ended.code, ended.stderr.length > 0]).toEqual([args, code, true]);
    }
    expect((await swath(['export', from.file('a.csv')], { ...from.env, SWATH_DATA: from.file('nowhere') })).code).toBe(
      1,
    );
    expect(existsSync(from.file('a.csv'))).toBe(false);
  });
});
