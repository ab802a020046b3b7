import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CutJob } from '../../server/src/imagery/cut/cut-job.ts';
import { builtServer } from '../support/built-server.ts';

export type Cost = { readonly cpuSeconds: number; readonly megabytes: number; readonly byteLength: number };

const once = fileURLToPath(new URL('./cut-once.mjs', import.meta.url));

export function runOurs(job: CutJob, target: string): Cost {
  const server = pathToFileURL(`${builtServer()}/`).href;
  const given = [once, server, JSON.stringify(job), target];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cost;
}

/** CPU seconds of a line of shell, with those of all its commands. */
export function runShell(line: string): number {
  const timed = `TIMEFORMAT='%U %S'; time { ${line} ; } 2>/dev/null`;
  const { status, stderr } = spawnSync('bash', ['-c', timed], { encoding: 'utf8' });
  const seconds = stderr.trim().split(/\s+/).slice(-2).map(Number);
  if (status !== 0 || seconds.length !== 2) throw new Error(`${line}: ${stderr}`);
  return seconds[0]! + seconds[1]!;
}

/** One after the other in every round, so that a busy machine is busy for both; the best of each. */
export function inTurns(rounds: number, ours: () => Cost, theirs: () => number) {
  const [costs, anchors]: [Cost[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    costs.push(ours());
    anchors.push(theirs());
  }
  const best = costs.reduce((one, other) => (other.cpuSeconds < one.cpuSeconds ? other : one));
  return { ours: best.cpuSeconds, theirs: Math.min(...anchors), megabytes: Math.max(...costs.map((c) => c.megabytes)) };
}
