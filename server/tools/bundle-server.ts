import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(root, 'server/src');

/** Of many hundred small files each; the other packages stay as they are. With what their authors ask to go with them. */
const bundledPackages = { typebox: 'license', 'geographiclib-geodesic': 'LICENSE.txt' };

/** A file to start, under the name that it gets without its ending. */
export type Entries = Readonly<Record<string, string>>;

/**
 * The program and its threads as few files, each under the name that it has in the package: every module costs each
 * thread that loads it some kilobytes and a part of a millisecond, and the service has more than a thousand.
 */
export async function bundleServer(outDir: string, more: Entries = {}): Promise<void> {
  // Their names change with what is in them.
  rmSync(join(outDir, 'chunks'), { recursive: true, force: true });
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' };
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Its package names what `npm run build` made, which need not be there.
    resolve: { alias: { '@swath/client': join(root, 'client/src/index.ts') } },
    plugins: [withOwnAddress, inLatin1],
    ssr: { noExternal: Object.keys(bundledPackages) },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: { input: { ...ownEntries(), ...more }, output },
    },
  });
  for (const [name, license] of Object.entries(bundledPackages))
    cpSync(join(root, 'node_modules', name, license), join(outDir, 'chunks', `license-of-${name}.txt`));
}

function ownEntries(): Entries {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => file === 'main.ts' || /(?<!start)-worker\.ts$/.test(file));
  return Object.fromEntries(own.map((file) => [file.replace(/\.ts$/, ''), join(sources, file)]));
}

/** Modules find what lies beside them by their address: each keeps the one that it has in the package. */
const withOwnAddress: Plugin = {
  name: 'with-own-address',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null;
    const own = relative(sources, id).replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `addressInPackage("${own}")`), map: null };
  },
  // Only now is it known how deep the file lies that the module went into.
  renderChunk(code, { fileName }) {
    if (!code.includes('addressInPackage(')) return null;
    const up = './' + '../'.repeat(fileName.split('/').length - 1);
    const address = (_: string, own: string) => `new URL("${up}${own}", import.meta.url).href`;
    return { code: code.replaceAll(/addressInPackage\("([^"]+)"\)/g, address), map: null };
  },
};

/** One character beyond Latin-1 lets V8 hold all of a file's text in two bytes each, in every thread that loads it. Texts alone have such. */
const inLatin1: Plugin = {
  name: 'in-latin-1',
  // Last: whatever prints code writes such characters as they are.
  enforce: 'post',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

const escaped = (code: string): string =>
  code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
