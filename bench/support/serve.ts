import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Served = {
  readonly url: string;
  readonly dataFolder: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** CPU seconds that the server process has used so far. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
};

const bin = fileURLToPath(new URL('../../server/bin/swath.mjs', import.meta.url));

/** The real service in a process of its own, with the rate limit off: the load would meet it first. */
export async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  const dataFolder = settings['SWATH_DATA'] ?? mkdtempSync(join(tmpdir(), 'swath-bench-'));
  const admin = { email: 'admin@example.com', password: 'meadow-lantern-tide-41' };
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    SWATH_HOST: '127.0.0.1',
    SWATH_DATA: dataFolder,
    SWATH_ADMIN_EMAIL: admin.email,
    SWATH_ADMIN_PASSWORD: admin.password,
    SWATH_RATE_LIMIT: '0',
    ...settings,
  };
  const child = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', 'ignore', 'ignore'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return {
    url,
    dataFolder,
    admin,
    cpuSeconds: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the service did not become ready');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export async function signIn({ url, admin }: Served): Promise<string> {
  const body = JSON.stringify({ grant_type: 'password', username: admin.email, password: admin.password });
  const answer = await fetch(`${url}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

export async function createKey({ url }: Served, token: string): Promise<string> {
  const answer = await fetch(`${url}/api-key/api/v2/api-key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { api_key: string }).api_key;
}
