/** How fast everything leaves, and what that takes of memory: `npm run bench:export -- --items 100000 --folder PATH`. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportFormatNames, formatNamed } from '../server/src/exports/formats.ts';
import { type Exported, exportAll } from './export/export-all.ts';
import { ensureCatalogue } from './search/load.ts';
import { thousands } from './search/texts.ts';
import { withBench } from './support/bench.ts';
import { type Line, report } from './support/report.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
    formats: { type: 'string', default: exportFormatNames.join(',') },
  },
});
const items = Number(values.items);
const formats = values.formats.split(',');
const unknown = formats.find((format) => formatNamed(format) === null);
if (unknown !== undefined) throw new Error(`--formats has ${unknown}: there are ${exportFormatNames.join(', ')}`);

const leastParquet = 20_000;
const mostMb = 150;

const catalogue = await ensureCatalogue({ folder: values.folder, loadWay: 'offline', isRebuilt: false }, items);
const lines: Line[] = [];
for (const format of formats) {
  // A service of its own for each: what one has taken of memory is not the next one's.
  await withBench({ folder: catalogue.path, items, keepsFolder: true }, async (bench) => {
    const exported = await exportAll(bench, format);
    if (exported.items !== null && exported.items !== items) throw new Error(`${format}: ${exported.items} items came`);
    lines.push(...linesOf(format, exported));
  });
}
report(`bench/export, ${thousands(items)} items`, lines);

function linesOf(format: string, exported: Exported): readonly Line[] {
  const { seconds, cpuSeconds, megabytes, firstByteMs, aboveIdleMb, searchMs } = exported;
  const perSecond = items / seconds;
  const isParquet = format === 'parquet';
  const figures = [
    `${thousands(Math.round(perSecond))} items a second`,
    `${(megabytes / seconds).toFixed(0)} MB/s`,
    `${((cpuSeconds * 1e6) / items).toFixed(0)} us CPU an item`,
    `first byte after ${firstByteMs.toFixed(0)} ms`,
    `searches beside it p50 ${searchMs.median.toFixed(1)}, p99 ${searchMs.p99.toFixed(1)} ms (idle ${searchMs.idleP99.toFixed(1)})`,
  ];
  return [
    {
      what: `${format}, ${megabytes.toFixed(0)} MB`,
      measured: figures.join('; '),
      bound: isParquet ? `at least ${thousands(leastParquet)} items a second` : 'none',
      isHeld: !isParquet || perSecond >= leastParquet,
    },
    {
      what: `${format}: memory above idle, at most`,
      measured: aboveIdleMb === null ? '(not told by this system)' : `${aboveIdleMb.toFixed(0)} MB`,
      bound: `at most ${mostMb} MB`,
      isHeld: aboveIdleMb === null || aboveIdleMb <= mostMb,
    },
  ];
}
