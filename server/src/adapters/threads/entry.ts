// `src/adapters/threads` and `dist/adapters/threads` are equally deep, and tsc copies no .mjs: so it lives in `bin`.
export const boot = new URL('../../../bin/boot.mjs', import.meta.url);

/** The file of that name beside `importer`: `.ts` when that runs from sources, `.js` when it is built. */
export const entryBeside = (name: string, importer: string): string =>
  new URL(`./${name}.${importer.endsWith('.ts') ? 'ts' : 'js'}`, importer).href;
