/** What selects and searches for tiles cost: `npm run bench:select`; `--items 1000000` and `--folder` as of bench/search. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureCatalogue } from './search/load.ts';
import { crowdOfSelects } from './select/crowd.ts';
import { imageGrid } from './select/image-grid.ts';
import { selectsOneByOne } from './select/one-by-one.ts';
import { builtServer } from './support/built-server.ts';
import { type Line, printLines } from './support/report.ts';
import { origin, originText } from './support/results.ts';
import { createKey, serve, signIn } from './support/serve.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
  },
});
console.log(`bench/select: ${originText(origin())}`);
const items = Number(values.items);
const catalogue = await ensureCatalogue({ folder: values.folder, loadWay: 'offline', isRebuilt: false }, items);
// Selects of an earlier run that was broken off would be made again beside these.
for (const name of ['app.db', 'app.db-wal', 'app.db-shm']) rmSync(join(catalogue.path, name), { force: true });
const program = [join(builtServer(), 'main.js'), 'serve'];
const served = await serve({ SWATH_DATA: catalogue.path }, { program, keepsFolder: true });
const lines: Line[] = [];
const add = (more: readonly Line[]) => {
  for (const { what, measured } of more) console.log(`${what}: ${measured}`);
  lines.push(...more);
};
try {
  const key = await createKey(served, await signIn(served));
  const bench = { served, headers: { 'vendor-api-key': key }, items };
  add(await selectsOneByOne(bench));
  add(await imageGrid(bench));
  add(await crowdOfSelects(bench));
} finally {
  await served.stop();
}
console.log();
printLines(lines);
