import { type ChildProcess, spawn } from 'node:child_process';
import { program } from '../../support/program.ts';

export type ChildService = {
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it wrote so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal; resolves with the exit code, or null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

export const childAdmin = { email: 'admin@example.com', password: 'quarry-ribbon-falcon-62' };

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:SWATH_|PORT$|NODE_OPTIONS$|VITEST)/.test(name)),
  );

/** The service as an operator runs it: a process of its own. */
export async function startChild(
  dataFolder: string,
  settings: Readonly<Record<string, string | undefined>> = {},
  killAt?: Promise<unknown>,
  flags: readonly string[] = [],
  within: readonly string[] = [],
): Promise<ChildService> {
  const [command, ...words] = [...within, process.execPath, program, 'serve', ...flags];
  const child = spawn(command!, words, {
    env: {
      ...inherited(),
      PORT: '0',
      SWATH_HOST: '127.0.0.1',
      SWATH_DATA: dataFolder,
      SWATH_ADMIN_EMAIL: childAdmin.email,
      SWATH_ADMIN_PASSWORD: childAdmin.password,
      SWATH_RATE_LIMIT: '0',
      SWATH_DEMO: '0',
      // None of these tests searches much, and every thread takes its time to start.
      SWATH_SEARCH_THREADS: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  void killAt?.then(() => child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = await readyAt(child, exited, written);
  return {
    url,
    process: child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

async function readyAt(
  child: ChildProcess,
  exited: Promise<number | null>,
  written: { stdout: string; stderr: string },
) {
  const ready = new Promise<string>((resolve) => {
    child.stdout!.on('data', () => {
      const match = /ready at (http:\S+)/.exec(written.stdout);
      if (match !== null) resolve(match[1]!);
    });
  });
  const url = await Promise.race([ready, exited]);
  if (typeof url !== 'string') throw new Error(`the service did not start: ${written.stderr}`);
  return url;
}
