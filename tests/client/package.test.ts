import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../support/build-server.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'swath-package-'));
const empty = join(folder, 'empty');
let service: FakeService;

const features = ['a', 'b'].map((id) => ({
  type: 'Feature',
  id,
  collection: 'c',
  properties: {},
  assets: {},
  links: [],
}));

/** Packed as it is published, installed into an empty folder: nothing of the checkout is near. */
beforeAll(async () => {
  service = await startFakeService(() => ({ body: { type: 'FeatureCollection', features, links: [] } }));
  const checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, 'client'), { recursive: true });
  for (const name of ['src', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'])
    cpSync(join(root, 'client', name), join(checkout, 'client', name), { recursive: true });
  cpSync(join(root, 'tsconfig.base.json'), join(checkout, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` };
  await run('npm', ['pack', '--pack-destination', folder], { cwd: join(checkout, 'client'), env });
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: empty });
}, 120_000);
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = (url: string) => `
import { createClient } from '@swath/client';
const swath = createClient({ url: ${JSON.stringify(url)}, apiKey: 'swath_0123456789abcdefXYZ9' });
const found = [];
for await (const item of swath.catalog.items()) found.push(item.id);
for await (const item of swath.catalog.itemStream()) found.push(item.id);
found.push(String(swath));
`;

test('the package has its code, types, sources, README and licence, and depends on nothing', () => {
  const installed = join(empty, 'node_modules/@swath/client');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest).not.toHaveProperty('dependencies');
  expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@swath']);
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts']),
  );
  expect(files.filter((name) => /tsbuildinfo|tsconfig|test/.test(name))).toEqual([]);
});

test('plain Node takes it', async () => {
  writeFileSync(join(empty, 'use.mjs'), `${program(service.url)}console.log(JSON.stringify(found));`);
  const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: empty });
  const found = JSON.parse(stdout) as string[];
  expect(found.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
  expect(found[4]).toContain('swath_…XYZ9');
});

test('TypeScript finds its types, without those of Node', async () => {
  writeFileSync(
    join(empty, 'use.ts'),
    `${program(service.url)}const ids: readonly string[] = found;\nexport { ids };\n`.replace(
      'const found = []',
      'const found: string[] = []',
    ),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable,dom.asynciterable',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  const { stdout } = await run(process.execPath, [tsc, ...flags, 'use.ts'], { cwd: empty });
  expect(stdout).toBe('');
});

test('a bundler for browsers takes it, and it runs with what a browser has', async () => {
  writeFileSync(join(empty, 'page.js'), `${program(service.url)}globalThis.done(found);`);
  const outDir = join(folder, 'page');
  await build({
    root: empty,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      target: 'es2022',
      minify: false,
      lib: { entry: join(empty, 'page.js'), formats: ['es'], fileName: 'page' },
    },
  });
  const code = readFileSync(join(outDir, 'page.js'), 'utf8');
  expect(code).not.toMatch(/\b(?:process|Buffer|require)\b|node:/);
  const {
    fetch,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    ReadableStream,
    TextDecoder,
    Blob,
    Headers,
    Response,
    crypto,
  } = globalThis;
  const found = await new Promise<readonly string[]>((done, failed) => {
    const browser = createContext({
      done,
      fetch,
      URL,
      URLSearchParams,
      AbortController,
      AbortSignal,
      ReadableStream,
      TextDecoder,
      Blob,
      Headers,
      Response,
      crypto,
      setTimeout,
      clearTimeout,
    });
    (runInContext(`(async () => {${code}})()`, browser) as Promise<void>).catch(failed);
  });
  expect(found.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
});
