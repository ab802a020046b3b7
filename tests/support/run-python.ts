import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a script with the plan on its standard input; gives the JSON that it prints. */
export async function runPython<T>(python: string, script: URL, plan: unknown, env = process.env): Promise<T> {
  const path = fileURLToPath(script);
  const child = spawn(python, [path], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const parts = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => (parts.stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (parts.stderr += bytes.toString()));
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  child.stdin.end(JSON.stringify(plan));
  const status = await ended;
  if (status !== 0) throw new Error(`${path} ended with ${status}: ${parts.stderr.slice(-4_000)}`);
  return JSON.parse(parts.stdout) as T;
}
