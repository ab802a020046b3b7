/** Features as a WFS gives them, beside MapServer over the same: `npm run bench:wfs -- --items 100000 --folder PATH`. */
import { createWriteStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureCatalogue } from './search/load.ts';
import { thousands } from './search/texts.ts';
import { withBench } from './support/bench.ts';
import { report } from './support/report.ts';
import { compare } from './wfs/compare.ts';
import { linesOf } from './wfs/compare-lines.ts';
import { type FeatureServer, swathServer } from './wfs/feature-server.ts';
import { missingMapServer, startMapServer } from './wfs/mapserver.ts';
import { firstByteMs, queryOf } from './wfs/read-all.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    boxes: { type: 'string', default: '4000' },
    clients: { type: 'string', default: '16' },
    'boxes-alone': { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
  },
});
const items = Number(values.items);
const sizes = {
  items,
  rounds: Number(values.rounds),
  boxes: Number(values.boxes),
  clients: Number(values.clients),
  isBoxesAlone: values['boxes-alone'],
};

const restMs = 2_000;

const missing = missingMapServer();
if (missing !== null) console.error(`${missing}; measured alone`);

const catalogue = await ensureCatalogue({ folder: values.folder, loadWay: 'offline', isRebuilt: false }, items);
// Whoever asks for all gets all, however many they are; and those of a million are kept.
const settings = { SWATH_WFS_COUNT: '0', SWATH_WFS_CACHE: '4095' };
await withBench({ folder: catalogue.path, items, settings, keepsFolder: true }, async (bench) => {
  const swath = swathServer(bench);
  // Before anything else is asked of it, once it had the time to start its threads.
  await wait(restMs);
  const firstAnswerMs = await firstByteMs(swath, queryOf('GML'));
  if (missing !== null) return report(title(), linesOf(await compare([swath], sizes), sizes, firstAnswerMs));
  const geopackage = join(catalogue.path, 'wfs.gpkg');
  await save(swath, geopackage);
  const mapserver = startMapServer(catalogue.path, geopackage);
  try {
    report(title(), linesOf(await compare([swath, mapserver], sizes), sizes, firstAnswerMs));
  } finally {
    mapserver.stop();
    rmSync(geopackage, { force: true });
  }
});

/** The same features with the same attributes and an R-tree, as the service itself writes them. */
async function save(swath: FeatureServer, path: string): Promise<void> {
  await pipeline(await swath.get(queryOf('GML', { outputFormat: 'gpkg' })), createWriteStream(path));
}

function title(): string {
  return `bench/wfs, ${thousands(items)} features`;
}
