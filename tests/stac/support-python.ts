import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { saySkipped } from '../support/say-skipped.ts';

const wanted = 'pystac-client and stac-api-validator';

/** The Python that has the public clients, named by `SWATH_TEST_PYTHON`; null where there is none, and it says so. */
export function pythonWithClients(): string | null {
  const python = process.env['SWATH_TEST_PYTHON'];
  if (!python) {
    saySkipped('python-clients', `no ${wanted}: name a Python that has them in SWATH_TEST_PYTHON`);
    return null;
  }
  try {
    execFileSync(python, ['-c', 'import pystac_client, stac_api_validator'], { stdio: 'pipe' });
    return python;
  } catch {
    saySkipped('python-clients', `${python} has no ${wanted}`);
    return null;
  }
}

/** Runs a script of this folder with the plan on its standard input; gives what it prints. */
export async function runScript<T>(python: string, script: string, plan: unknown): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(python, ['-B', path], { stdio: ['pipe', 'pipe', 'pipe'] });
  const parts = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => (parts.stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (parts.stderr += bytes.toString()));
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  child.stdin.end(JSON.stringify(plan));
  const status = await ended;
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${parts.stderr.slice(-4_000)}`);
  return JSON.parse(parts.stdout) as T;
}
