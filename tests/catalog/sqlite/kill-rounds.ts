import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { openSqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';
import { scriptArguments } from '../../support/script-arguments.ts';
import type { Random } from '../../support/seeded-random.ts';
import { problemsOf } from './recount.ts';

/** What was acknowledged last of each item: its etag, or null where it was deleted. */
type Ledger = Map<string, string | null>;
type KillReport = { readonly acknowledged: number; readonly kills: number; readonly problems: readonly string[] };

/** Starts a process that writes, kills it, and looks at what it left; each round on what the last one left. */
export async function killRounds(file: string, rounds: number, random: Random): Promise<KillReport> {
  const ledger: Ledger = new Map();
  let acknowledged = 0;
  for (let round = 1; round <= rounds; round++) {
    const lines = await writeUntilKilled(file, 1 + random.below(1_000_000), 50 + random.below(500));
    acknowledged += record(ledger, lines);
    const problems = [...lines.filter((line) => line.startsWith('wrong')), ...(await problemsAfter(file, ledger))];
    if (problems.length > 0) return { acknowledged, kills: round, problems: problems.slice(0, 10) };
  }
  return { acknowledged, kills: rounds, problems: [] };
}

async function writeUntilKilled(file: string, seed: number, afterMs: number): Promise<readonly string[]> {
  const script = scriptArguments('tests/catalog/sqlite/writing-process.ts');
  const child = spawn(process.execPath, [...script, file, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  await setTimeout(afterMs);
  child.kill('SIGKILL');
  const [code] = (await ended) as [number | null];
  if (code !== null) throw new Error(`the writing process ended by itself with ${code}: ${written.slice(-500)}`);
  // The last line may be cut.
  return written.split('\n').slice(0, -1);
}

/** How many writes were acknowledged; what was only announced may be either way, and is forgotten. */
function record(ledger: Ledger, lines: readonly string[]): number {
  let count = 0;
  for (const line of lines) {
    const [verb, id, etag] = line.split(' ') as [string, string, string?];
    if (verb === 'about') ledger.delete(id);
    if (verb !== 'stored' && verb !== 'deleted') continue;
    ledger.set(id, etag ?? null);
    count++;
  }
  return count;
}

async function problemsAfter(file: string, ledger: Ledger): Promise<readonly string[]> {
  const { catalog, close } = await openSqliteCatalog(file, { declared: ['n', 'kind'], readers: 1 });
  const problems: string[] = [];
  for (const [id, etag] of ledger) {
    const stored = await catalog.getItem('a', id, 'all');
    if ((stored?.etag ?? null) !== etag) problems.push(`${id}: ${stored?.etag} instead of ${etag}`);
  }
  await close();
  return [...problems, ...problemsOf(file)];
}
