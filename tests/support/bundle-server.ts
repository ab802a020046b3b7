import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleServer } from '../../server/tools/bundle-server.ts';
import { layOutServer, root } from './build-server.ts';
import { childScripts } from './child-scripts.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What child processes of the tests run. */
    program: string;
  }
}

/**
 * A global setup: the server from its sources, in a second, as few files, as `npm run build` writes it: a process or a
 * thread then starts in a fraction of the time. `SWATH_TEST_PROGRAM` names another program: `server/bin/swath.mjs` is the sources as they are,
 * `server/dist/main.js` what `npm run build` built.
 */
export default async function provideProgram(project: TestProject): Promise<(() => void) | undefined> {
  const given = process.env['SWATH_TEST_PROGRAM'];
  if (given) {
    project.provide('program', join(root, given));
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'swath-bundled-'));
  const outDir = layOutServer(folder);
  await bundleServer(outDir, scripts);
  project.provide('program', join(outDir, 'main.js'));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Beside the program, scripts of the tests. */
const scripts = Object.fromEntries(childScripts.map((file) => [file.replace(/\.ts$/, ''), join(root, file)]));
