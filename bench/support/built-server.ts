import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../../server/tools/bundle-server.ts';
import { buildServer } from '../../tests/support/build-server.ts';
import { nodeOptions } from '../../tests/support/node-options.ts';

let dist: string | null = null;

/** Where the server lies as it is published: compiled, without the loader that a checkout needs on Node 20, which costs a tenth. */
export function builtServer(): string {
  if (dist !== null) return dist;
  const folder = mkdtempSync(join(tmpdir(), 'swath-bench-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildServer(folder);
  return (dist = join(folder, 'server/dist'));
}

/** The arguments of node that run it as a service, as `npm start` does. */
export const builtService = (): readonly string[] => [...nodeOptions, join(builtServer(), 'main.js'), 'serve'];

/** The same with routes beside it that have their answers ready. */
export async function builtTwin(): Promise<readonly string[]> {
  await bundleServer(builtServer(), { 'twin-server': fileURLToPath(new URL('./twin-server.ts', import.meta.url)) });
  return [...nodeOptions, join(builtServer(), 'twin-server.js')];
}
