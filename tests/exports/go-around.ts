import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { exportFormatNames, exportFormats } from '../../server/src/exports/formats.ts';
import { type Env, swathJson } from '../cli/swath-in-process.ts';
import { spawnSwath } from '../cli/swath-process.ts';
import { installation } from '../ingest/support.ts';

/** Real items, beside the project. */
export const realItems = fileURLToPath(new URL('../../../shared/data/stac/', import.meta.url));

type Folder = Awaited<ReturnType<typeof installation>>;

export async function ingest(env: Env, args: readonly string[]) {
  // A process of its own: one that has loaded much without a service gives the file back when it ends.
  const { code, stdout, stderr } = await spawnSwath(['ingest', ...args, '--json'], env);
  if (code !== 0) throw new Error(`swath ingest ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Record<string, number>;
}

/** The items as lines, each as it is shown. */
export async function linesOf({ env, file }: Folder): Promise<string> {
  await swathJson(['export', file('all.ndjson'), '--sortby', 'collection,id'], env);
  return readFileSync(file('all.ndjson'), 'utf8');
}

/** Megabytes of difference are no message. */
function firstDifference(one: string, other: string): string | null {
  const [ones, others] = [one.split('\n'), other.split('\n')];
  const at = others.findIndex((line, i) => line !== ones[i] && !isDeepStrictEqual(parsed(line), parsed(ones[i])));
  return at < 0 ? null : `${others[at]!.slice(0, 20_000)}\nis now\n${ones[at]?.slice(0, 20_000)}`;
}

const parsed = (line = ''): unknown => (line === '' ? null : JSON.parse(line));

/** Out by every format, and in again elsewhere and at home: the same there, and nothing new here. */
export async function goAround(from: Folder): Promise<number> {
  const lines = await linesOf(from);
  const count = lines.split('\n').length - 1;
  for (const format of exportFormatNames) {
    const file = from.file(`out.${exportFormats[format].ending}`);
    expect(await swathJson(['export', file], from.env)).toMatchObject({ format, items: count });
    const to = await installation();
    expect([format, await ingest(to.env, [file, '--create'])]).toMatchObject([format, { created: count, rejected: 0 }]);
    expect([format, firstDifference(await linesOf(to), lines)]).toEqual([format, null]);
    // A table has no order of members: what comes from it may be written in another one.
    const same = format === 'parquet' ? { read: count, rejected: 0 } : { unchanged: count };
    expect([format, await ingest(from.env, [file])]).toMatchObject([format, same]);
  }
  return count;
}
