import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { program } from '../support/program.ts';
import type { Env, Finished } from './swath-in-process.ts';

/** Nothing of the outer environment but what a process needs. */
export const cleanEnv = (env: Env): Env => ({
  PATH: process.env['PATH'] ?? '',
  HOME: tmpdir(),
  SWATH_DEMO: '0',
  ...env,
});

/** The real command line as a process of its own, to its end; `input` is what is piped in. */
export async function spawnSwath(args: readonly string[], env: Env, input = ''): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], { env: cleanEnv(env), timeout: 60_000 });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

export type Serving = {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** What it printed until now. */
  stdout(): string;
  stderr(): string;
  /** Sends SIGTERM; resolves to the exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly tookMs: number }>;
};

const running = new Set<ChildProcess>();

/** For `afterAll`: what a failed test left running. */
export function stopLeftovers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** `swath serve` as a process of its own; resolves when it is ready. */
export async function startServing(env: Env): Promise<Serving> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'serve'], {
    env: cleanEnv({ PORT: String(port), SWATH_SEARCH_THREADS: '1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk));
  const stop = async () => {
    const startMs = performance.now();
    child.kill('SIGTERM');
    const [code] = await exited;
    running.delete(child);
    return { code, tookMs: performance.now() - startMs };
  };
  const url = `http://localhost:${port}`;
  await untilReady(url, child, output);
  return { url, port, child, stdout: () => output.stdout, stderr: () => output.stderr, stop };
}

async function untilReady(url: string, child: ChildProcess, output: { stdout: string; stderr: string }): Promise<void> {
  const deadlineMs = performance.now() + 60_000;
  while (performance.now() < deadlineMs && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    // The lines for the newcomer come right after listening.
    if (answer?.status === 200 && output.stdout.includes('curl')) return;
    await setTimeout(50);
  }
  child.kill('SIGKILL');
  throw new Error(`serve did not become ready: ${output.stderr}`);
}

export const adminEnv: Env = { SWATH_ADMIN_EMAIL: 'admin@example.com', SWATH_ADMIN_PASSWORD: 'meadow-lantern-tide-41' };

/** A bearer token by the password grant. */
export async function signIn(url: string, username: string, password: string) {
  const answer = await fetch(`${url}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username, password }),
  });
  const body = (await answer.json()) as { access_token: string };
  return { status: answer.status, token: body.access_token };
}

export const selfStatus = async (url: string, headers: Env): Promise<number> =>
  (await fetch(`${url}/auth/self`, { headers })).status;
