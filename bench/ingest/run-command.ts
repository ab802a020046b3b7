import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtServer } from '../support/built-server.ts';

export type CommandRun = { readonly seconds: number; readonly cpuSeconds: number; readonly mostMb: number };

/** Runs the built command on a data folder; throws where it does not end well. */
export async function runCommand(
  args: readonly string[],
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const usageFile = join(dataFolder, '..', `usage-${process.pid}.json`);
  const env = { ...process.env, SWATH_DATA: dataFolder, SWATH_DEMO: '0', BENCH_USAGE: usageFile, ...settings };
  const program = ['--import', import.meta.resolve('./tell-usage.mjs'), join(builtServer(), 'main.js'), ...args];
  const start = performance.now();
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - start) / 1_000;
  if (code !== 0) throw new Error(`swath ${args.join(' ')} ended with ${code}: ${said}`);
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as Omit<CommandRun, 'seconds'>;
  rmSync(usageFile);
  return { seconds, ...usage };
}
