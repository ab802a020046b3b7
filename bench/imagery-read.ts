/** What decoding costs beside GDAL: `npx tsx bench/imagery-read.ts`. Needs a Python with GDAL. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTiffReader } from '../server/src/adapters/tiff/tiff-reader.ts';
import { originText, origin } from './support/results.ts';
import { printTable } from './support/report.ts';

const rounds = 3;
const script = (name: string) => fileURLToPath(new URL(`./imagery/${name}`, import.meta.url));
const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import osgeo.gdal']).status === 0,
);
if (python === undefined) throw new Error('no Python with GDAL');

function run(name: string, ...values: string[]): string {
  const { status, stdout, stderr } = spawnSync(python!, [script(name), ...values], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function cpuSeconds(path: string): Promise<number> {
  const before = process.cpuUsage();
  const image = await createTiffReader({ localRoots: ['/'] }).open(path);
  const { width, height } = image.info;
  for (let row = 0; row < height; row += 512) {
    await image.readPixels(0, { column: 0, row, width, height: Math.min(512, height - row) });
  }
  await image.close();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const folder = mkdtempSync(join(tmpdir(), 'swath-bench-'));
try {
  run('make_read_files.py', folder);
  const rows: string[][] = [];
  for (const name of readdirSync(folder).sort()) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    // One after the other in every round, so that a busy machine is busy for both.
    for (let round = 0; round < rounds; round++) {
      ours.push(await cpuSeconds(join(folder, name)));
      theirs.push(Number(run('read_all.py', join(folder, name))));
    }
    const [best, anchor] = [Math.min(...ours), Math.min(...theirs)];
    rows.push([name.replace('.tif', ''), best.toFixed(2), anchor.toFixed(2), (best / anchor).toFixed(2)]);
  }
  console.log(`\nbench/imagery-read: ${originText(origin())}\n`);
  printTable(['6,144 px square, 3 bands', 'CPU s', 'GDAL, CPU s', 'ratio'], rows);
} finally {
  rmSync(folder, { recursive: true });
}
