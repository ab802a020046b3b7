/** What selects and searches for tiles cost: `npm run bench:select`; `--items 1000000` and `--folder` as of bench/search. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureCatalogue } from './search/load.ts';
import { crowdOfSelects } from './select/crowd.ts';
import { imageGrid } from './select/image-grid.ts';
import { selectsOneByOne } from './select/one-by-one.ts';
import { withBench } from './support/bench.ts';
import { type Line, printLines } from './support/report.ts';
import { origin, originText } from './support/results.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
  },
});
console.log(`bench/select: ${originText(origin())}`);
const items = Number(values.items);
const catalogue = await ensureCatalogue({ folder: values.folder, loadWay: 'offline', isRebuilt: false }, items);
const lines: Line[] = [];
const add = (more: readonly Line[]) => {
  for (const { what, measured } of more) console.log(`${what}: ${measured}`);
  lines.push(...more);
};
await withBench({ folder: catalogue.path, items, keepsFolder: true }, async (bench) => {
  add(await selectsOneByOne(bench));
  add(await imageGrid(bench));
  add(await crowdOfSelects(bench));
});
console.log();
printLines(lines);
