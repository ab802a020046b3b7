import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { swath } from '../cli/swath-in-process.ts';
import { installation } from './support.ts';

const folder = fileURLToPath(new URL('../../../shared/data/stac/', import.meta.url));
const isThere = existsSync(folder);
const why = isThere ? '' : ' (skipped: no ../shared/data/stac beside the project)';

async function ingest(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const { code, stdout, stderr } = await swath(['ingest', ...args, '--json'], env);
  return { code, stderr, ...(JSON.parse(stdout) as Record<string, number>) };
}

describe.skipIf(!isThere)(`real data sets${why}`, () => {
  test('lines, a FeatureCollection and a static catalogue come in by one command each', async () => {
    const { env } = await installation();
    const naip = await ingest(env, [`${folder}naip-pc/items.ndjson`, '--create']);
    expect(naip).toMatchObject({ code: 0, created: 1_000, rejected: 0 });
    const joplin = await ingest(env, [`${folder}joplin/index.geojson`, '--create']);
    expect(joplin).toMatchObject({ code: 0, created: 30, rejected: 0 });
    const sentinel = await ingest(env, [`${folder}sentinel-2/sentinel-s2-l2a-cogs_0_100.json`, '--create']);
    expect(sentinel).toMatchObject({ code: 0, created: 100, rejected: 0 });
    const examples = await ingest(env, [`${folder}examples/catalog.json`, '--fallback', 'loose', '--create']);
    expect(examples).toMatchObject({ code: 0, created: 2, rejected: 0 });
    const again = await ingest(env, [`${folder}naip-pc/items.ndjson`]);
    expect(again).toMatchObject({ code: 0, unchanged: 1_000 });
  });

  test('16,965 items of 42 collections come in', async () => {
    const { env, file } = await installation();
    const lines = file('items.ndjson');
    await pipeline(createReadStream(`${folder}maxar/items.ndjson.gz`), createGunzip(), createWriteStream(lines));
    expect(await ingest(env, [lines, '--create'])).toMatchObject({
      code: 0,
      created: 16_965,
      collections: 42,
      rejected: 0,
    });
  }, 120_000);
});
