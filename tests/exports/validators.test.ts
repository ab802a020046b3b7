import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { swathJson } from '../cli/swath-in-process.ts';
import { installation } from '../ingest/support.ts';
import { hasStacFiles, stacSchemaFiles, whyNoStacFiles } from '../stac/support-stac-files.ts';
import { runPython } from '../support/run-python.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { ingest, realItems } from './go-around.ts';

const python = findValidators();

function findValidators(): string | null {
  const named = process.env['SWATH_TEST_PYTHON'] ?? 'python3';
  if (spawnSync(named, ['-c', 'import pystac, stac_validator, stac_geoparquet']).status === 0) return named;
  saySkipped('python-clients', `${named} has no STAC validators: name a Python that has them in SWATH_TEST_PYTHON`);
  return null;
}

type Told = { readonly items: number; readonly problems: readonly string[] };

const validate = (files: readonly string[]): Promise<readonly Told[]> =>
  runPython(python!, new URL('support-validators.py', import.meta.url), {
    schemas: Object.fromEntries(stacSchemaFiles()),
    files,
  });

test.skipIf(python === null || !hasStacFiles)(
  `pystac and stac-validator pass on real items that come out as lines and as geoparquet${whyNoStacFiles}`,
  async () => {
    const { env, file } = await installation();
    await ingest(env, [`${realItems}joplin/index.geojson`, '--create']);
    await ingest(env, [`${realItems}sentinel-2/sentinel-s2-l2a-cogs_0_100.json`, '--create']);
    await ingest(env, [`${realItems}examples/catalog.json`, '--fallback', 'loose', '--create']);
    const [lines, table] = [file('out.ndjson'), file('out.parquet')];
    await swathJson(['export', lines], env);
    // The library cannot read a table whose rows have no `proj:geometry` where others have one.
    await swathJson(['export', table, '--collections', 'joplin,sentinel-s2-l2a-cogs'], env);
    const told = await validate([lines, table]);
    expect(told.map(({ problems }) => problems)).toEqual([[], []]);
    expect(told.map(({ items }) => items > 100)).toEqual([true, true]);
    // They would say so: items without their links.
    const broken = readFileSync(lines, 'utf8').split('\n', 3).join('\n').replaceAll('"links":', '"lonks":');
    writeFileSync(file('broken.ndjson'), broken);
    expect((await validate([file('broken.ndjson')]))[0]!.problems).not.toEqual([]);
  },
  120_000,
);
