import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../server/src/cli/command.ts';
import { runOn } from '../../server/src/cli/run-command.ts';

export type Env = Readonly<Record<string, string>>;
export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'swath-cli-'));

/** A command as the command line runs it, on the same files, without a process of its own; `said` is filled as it goes. */
export async function swath(
  args: readonly string[],
  env: Env,
  input = '',
  isSeen: Terminal['isSeen'] = { out: false, err: false },
  said = { stdout: '', stderr: '' },
): Promise<Finished> {
  const terminal: Terminal = {
    out: (line) => void (said.stdout += `${line}\n`),
    err: (line) => void (said.stderr += `${line}\n`),
    env,
    readSecret: async () => input,
    write: async (text) => {
      said.stdout += text;
      return true;
    },
    readInput: async () => input,
    isSeen,
    usualUmask: process.umask(),
  };
  return { code: await runOn(terminal, args), ...said };
}

/** The JSON that a command printed; a failure shows what it said instead. */
export async function swathJson<T = Record<string, unknown>>(
  args: readonly string[],
  env: Env,
  input = '',
): Promise<T> {
  const { code, stdout, stderr } = await swath([...args, '--json'], env, input);
  if (code !== 0) throw new Error(`swath ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
