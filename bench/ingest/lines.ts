import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeItem } from '../search/make-items.ts';
import { thousands } from '../search/texts.ts';
import { type Line, median } from '../support/report.ts';
import { serve } from '../support/serve.ts';
import { type CommandRun, runCommand } from './run-command.ts';

/** Items of a file, one a line. */
export async function writeItems(file: string, items: number): Promise<void> {
  const stream = createWriteStream(file);
  for (let number = 0; number < items; number++)
    if (!stream.write(`${makeItem(number).text}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

type Needs = { readonly folder: string; readonly items: number; readonly rounds: number };

/** A file of items into an empty catalogue, each time a new one: without a service, and beside one. */
export async function measureLines({ folder, items, rounds }: Needs): Promise<readonly Line[]> {
  const [file, small] = [join(folder, 'items.ndjson'), join(folder, 'one.ndjson')];
  await writeItems(file, items);
  writeFileSync(small, `${makeItem(0).text}\n`);
  const [alone, beside, starts]: [CommandRun[], CommandRun[], CommandRun[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [join(folder, `alone-${round}`), join(folder, `beside-${round}`)];
    await runCommand(['account', 'add', 'bench@example.com'], first);
    starts.push(await runCommand(['ingest', small, '--create'], first));
    alone.push(await runCommand(['ingest', file, '--create', '--restart'], first));
    const served = await serve({ SWATH_DATA: second });
    try {
      beside.push(await runCommand(['ingest', file, '--create'], second));
    } finally {
      await served.stop();
    }
  }
  const start = median(starts.map(({ cpuSeconds }) => cpuSeconds));
  return [
    lineOf(`${thousands(items)} items of a file, no service running`, alone, { items, start, atLeast: 8_000 }),
    lineOf('the same beside a service', beside, { items, start, atLeast: 4_000 }),
  ];
}

type Bound = { readonly items: number; readonly start: number; readonly atLeast: number };

/** What the command costs before it reads anything is left out; the wall time has it. */
function lineOf(what: string, runs: readonly CommandRun[], { items, start, atLeast }: Bound): Line {
  const rate = items / (median(runs.map(({ cpuSeconds }) => cpuSeconds)) - start);
  const aSecond = items / median(runs.map(({ seconds }) => seconds));
  const most = Math.max(...runs.map(({ mostMb }) => mostMb));
  return {
    what: `${what}, items a CPU second`,
    measured: `${thousands(rate)} (${thousands(aSecond)} a second, ${most.toFixed(0)} MB resident at most)`,
    bound: `at least ${thousands(atLeast)}`,
    isHeld: rate >= atLeast,
  };
}
