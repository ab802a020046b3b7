import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../tests/support/free-port.ts';
import { nodeEnvironment } from '../../tests/support/node-options.ts';
import { builtService } from './built-server.ts';

export type Served = {
  readonly url: string;
  readonly pid: number;
  readonly dataFolder: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** From the start of the process until it said that it is ready. */
  readonly startedInMs: number;
  /** CPU seconds that the server process has used so far. */
  cpuSeconds(): Promise<number>;
  /** Megabytes that are resident now, and at most so far; null where the system does not tell. */
  residentMb(): { readonly now: number; readonly most: number } | null;
  /** For a program that listens to its parent. */
  send(message: object): void;
  stop(): Promise<void>;
};

export type ServeOptions = {
  /** Arguments of node; the service itself, as it is built, if there are none. */
  readonly program?: readonly string[];
  /** The data folder stays behind. */
  readonly keepsFolder?: boolean;
};

/** The real service in a process of its own, with the rate limit off: the load would meet it first. */
export async function serve(
  settings: Readonly<Record<string, string>> = {},
  { program = builtService(), keepsFolder = false }: ServeOptions = {},
): Promise<Served> {
  const dataFolder = settings['SWATH_DATA'] ?? mkdtempSync(join(tmpdir(), 'swath-bench-'));
  const admin = { email: 'admin@example.com', password: 'meadow-lantern-tide-41' };
  const port = await freePort();
  const env = {
    ...nodeEnvironment,
    ...process.env,
    PORT: String(port),
    SWATH_HOST: '127.0.0.1',
    SWATH_DATA: dataFolder,
    SWATH_ADMIN_EMAIL: admin.email,
    SWATH_ADMIN_PASSWORD: admin.password,
    SWATH_RATE_LIMIT: '0',
    SWATH_DEMO: '0',
    ...settings,
  };
  const start = performance.now();
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, () => child.exitCode !== null);
  } catch (error) {
    // Nobody else would end it: it is known here alone.
    child.kill('SIGKILL');
    await exited;
    if (settings['SWATH_DATA'] === undefined) rmSync(dataFolder, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    pid: child.pid!,
    dataFolder,
    admin,
    startedInMs: performance.now() - start,
    cpuSeconds: async () => {
      const metrics = await textOf(`${url}/metrics`);
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
    },
    residentMb: () => residentMb(child.pid!),
    send: (message) => void child.send(message),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      if (!keepsFolder) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** On a connection of its own: one that is kept may have been closed while a bench was busy elsewhere. */
function textOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent: false }, (answer) => void text(answer).then(resolve, reject));
    asked.on('error', reject);
  });
}

function residentMb(pid: number): ReturnType<Served['residentMb']> {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return null;
  }
}

async function untilReady(url: string, isOver: () => boolean): Promise<void> {
  const untilMs = performance.now() + 60_000;
  while (performance.now() < untilMs && !isOver()) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the service did not become ready');
}

export async function signIn({ url, admin }: Served): Promise<string> {
  const body = JSON.stringify({ grant_type: 'password', username: admin.email, password: admin.password });
  const answer = await fetch(`${url}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return ((await granted(answer)) as { access_token: string }).access_token;
}

export async function createKey({ url }: Served, token: string): Promise<string> {
  const answer = await fetch(`${url}/api-key/api/v2/api-key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await granted(answer)) as { api_key: string }).api_key;
}

async function granted(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
