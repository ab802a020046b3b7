import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, build } from 'vite';
import type { TestProject } from 'vitest/node';
import { layOutServer, root } from './build-server.ts';
import { childScripts } from './child-scripts.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What child processes of the tests run. */
    program: string;
  }
}

const sources = join(root, 'server/src');

/** Of many hundred small files each; the other packages stay as they are. */
const bundledPackages = ['typebox', 'geographiclib-geodesic'];

/**
 * A global setup: the server from its sources, in a second, as few files: a process or a thread then starts in a
 * fraction of the time. `SWATH_TEST_PROGRAM` names another program: `server/bin/swath.mjs` is the sources as they are,
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
  await bundleServer(outDir);
  project.provide('program', join(outDir, 'main.js'));
  return () => rmSync(folder, { recursive: true, force: true });
}

async function bundleServer(outDir: string): Promise<void> {
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[hash].js' };
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Its package names what `npm run build` made, which need not be there.
    resolve: { alias: { '@swath/client': join(root, 'client/src/index.ts') } },
    plugins: [withOwnAddress(outDir)],
    ssr: { noExternal: bundledPackages },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: { input: entries(), output },
    },
  });
}

const entry = (folder: string) => (file: string) => [file.replace(/\.ts$/, ''), join(folder, file)];

/** The program and its threads, each under the name that it has in the package; beside them, scripts of the tests. */
function entries(): Readonly<Record<string, string>> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => file === 'main.ts' || /(?<!start)-worker\.ts$/.test(file));
  return Object.fromEntries([...own.map(entry(sources)), ...childScripts.map(entry(root))]);
}

/** Modules find what lies beside them by their address: each keeps the one that it has in the package. */
const withOwnAddress = (outDir: string): Plugin => ({
  name: 'with-own-address',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null;
    const address = pathToFileURL(join(outDir, relative(sources, id).replace(/\.ts$/, '.js'))).href;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(address)), map: null };
  },
});
