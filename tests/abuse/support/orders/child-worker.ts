import { type ChildProcess, spawn } from 'node:child_process';
import { program } from '../../../support/program.ts';

export type ChildWorker = {
  readonly process: ChildProcess;
  stderr(): string;
  /** Sends the signal; resolves with the exit code, or null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:SWATH_|PORT$|NODE_OPTIONS$|VITEST)/.test(name)),
  );

/** `swath worker` as an operator runs it; resolves when it delivers. */
export async function startChildWorker(
  dataFolder: string,
  settings: Readonly<Record<string, string | undefined>> = {},
): Promise<ChildWorker> {
  const env = { ...inherited(), SWATH_DATA: dataFolder, ...settings };
  const child = spawn(process.execPath, [program, 'worker'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let written = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<true>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      if (written.includes('delivering orders')) resolve(true);
    });
  });
  if ((await Promise.race([ready, exited])) !== true) throw new Error(`the worker did not start: ${written}`);
  return {
    process: child,
    stderr: () => written,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
