/** What searches feel of orders: `npm run bench:orders`; `--items 100000` and `--folder` as of bench/search. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { whileOrdersRun } from './orders/while-orders-run.ts';
import { ensureCatalogue } from './search/load.ts';
import { withBench } from './support/bench.ts';
import { report } from './support/report.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
  },
});
const items = Number(values.items);
const catalogue = await ensureCatalogue({ folder: values.folder, loadWay: 'offline', isRebuilt: false }, items);
// A copy: the demo archive is made in it, and orders are placed.
const folder = mkdtempSync(join(tmpdir(), 'swath-bench-orders-'));
cpSync(catalogue.path, folder, { recursive: true });
await withBench({ folder, items, settings: { SWATH_DEMO: '1' } }, async (bench) =>
  report('bench/orders', await whileOrdersRun(bench, Number(values.rounds))),
);
