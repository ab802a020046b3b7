/** What cutting costs beside GDAL: `npx tsx bench/imagery.ts [--size 17408] [--rounds 3] [--folder F] [--only clip]`. Needs gdal-bin and a Python with GDAL. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createProjections } from '../server/src/adapters/proj4/projections.ts';
import type { CutJob } from '../server/src/imagery/cut/cut-job.ts';
import { degrees } from '../server/src/imagery/known-systems.ts';
import { inTurns, runOurs, runShell } from './imagery/in-turns.ts';
import { type Line, report } from './support/report.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '17408' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const [size, rounds] = [Number(values.size), Number(values.rounds)];
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'swath-bench-'));
mkdirSync(folder, { recursive: true });
const file = (name: string) => join(folder, name);

const python = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import osgeo.gdal']).status === 0,
);
if (python === undefined) throw new Error('no Python with GDAL');

/** An outline with eight corners of a quarter of the image, in shares of its side. */
const outline = [
  [0.5, 0.12],
  [0.63, 0.24],
  [0.86, 0.5],
  [0.74, 0.6],
  [0.5, 0.87],
  [0.4, 0.7],
  [0.14, 0.5],
  [0.29, 0.4],
  [0.5, 0.12],
] as const;
const zone = { epsg: 32633 };
const place = ([x, y]: readonly [number, number]) => [720_000 + x * size * 0.3, 5_000_000 - y * size * 0.3] as const;
const toDegrees = createProjections().between(zone, degrees);
const inDegrees = outline.map((corner) => toDegrees(...place(corner)));

const own: CutJob = { location: '', cover: null, pixels: 'own', clip: null, isDoubled: false };
const clip: CutJob['clip'] = { type: 'Polygon', coordinates: [inDegrees] };
const gdalFormat = {
  jpeg: '-of COG -co COMPRESS=JPEG -co QUALITY=85 -co OVERVIEW_RESAMPLING=AVERAGE',
  deflate: '-of COG -co COMPRESS=DEFLATE -co PREDICTOR=YES -co OVERVIEW_RESAMPLING=AVERAGE',
};
const lines: Line[] = [];
let mostMegabytes = 0;

function compare(what: string, job: CutJob, gdal: string, bound: number): void {
  if (!what.includes(values.only)) return;
  const result = inTurns(
    rounds,
    () => runOurs(job, file('ours.tif')),
    () => runShell(`${gdal} && sha256sum ${file('gdal.tif')} >/dev/null`),
  );
  mostMegabytes = Math.max(mostMegabytes, result.megabytes);
  const ratio = result.ours / result.theirs;
  const measured = `${ratio.toFixed(2)} (${result.ours.toFixed(1)} s, GDAL ${result.theirs.toFixed(1)} s)`;
  lines.push({ what, measured, bound: `at most ${bound}`, isHeld: ratio <= bound });
  console.error(`${what}: ${measured}`);
}

try {
  spawnSync(python, [fileURLToPath(new URL('./imagery/make_scene.py', import.meta.url)), folder, String(size)], {
    stdio: 'inherit',
  });
  writeFileSync(file('outline.json'), JSON.stringify(inZone(outline.map(place))));
  const warp = `gdalwarp -q -overwrite -wm 512 --config GDAL_CACHEMAX 512`;
  for (const kind of ['jpeg', 'deflate'] as const) {
    const [source, bound] = [file(`${kind}.tif`), kind === 'jpeg' ? 0.45 : 0.35];
    const gdal = `${warp} -cutline ${file('outline.json')} -dstalpha ${gdalFormat[kind]} ${source} ${file('gdal.tif')}`;
    compare(`clip to a quarter, ${kind}`, { ...own, location: source, clip }, gdal, bound);
  }
  if ('copy'.includes(values.only)) {
    const costs = Array.from({ length: rounds }, () =>
      runOurs({ ...own, location: file('deflate.tif') }, file('ours.tif')),
    );
    const speeds = costs.map(({ byteLength, cpuSeconds }) => byteLength / 1e6 / cpuSeconds);
    const best = Math.max(...speeds);
    lines.push({
      what: 'whole-cell copy with SHA-256',
      measured: `${best.toFixed(0)} MB a CPU second`,
      bound: 'at least 150',
      isHeld: best >= 150,
    });
  }
  const part = Math.min(size, 6144);
  runShell(`gdal_translate -q -srcwin 0 0 ${part} ${part} ${gdalFormat.jpeg} ${file('jpeg.tif')} ${file('part.tif')}`);
  const location = file('part.tif');
  const hd = `gdal_translate -q -outsize 200% 200% -r lanczos ${gdalFormat.jpeg} ${location} ${file('gdal.tif')}`;
  compare('HD 2x', { ...own, location, isDoubled: true }, hd, 1.1);
  const box = boxInNextZone(part);
  const zoneWarp = `${warp} -t_srs EPSG:32634 -te ${box.join(' ')} -tr 0.3 0.3 -r cubic -wo XSCALE=1 -wo YSCALE=1 -dstalpha ${gdalFormat.jpeg} ${location} ${file('gdal.tif')}`;
  compare('warp to the next zone, cubic', { ...own, location, cover: { crs: { epsg: 32634 }, box } }, zoneWarp, 1.1);
  lines.push({
    what: 'memory of a worker, all of these',
    measured: `${mostMegabytes.toFixed(0)} MB`,
    bound: 'at most 400',
    isHeld: mostMegabytes <= 400,
  });
  report(`bench/imagery, ${size} px square`, lines);
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true });
}

/** A box within the image, in whole metres of the zone to the east. */
function boxInNextZone(part: number) {
  const across = createProjections().between(zone, { epsg: 32634 });
  const corners = [0, part].flatMap((column) =>
    [0, part].map((row) => across(720_000 + column * 0.3, 5_000_000 - row * 0.3)),
  );
  const [xs, ys] = [corners.map(([x]) => x).sort((a, b) => a - b), corners.map(([, y]) => y).sort((a, b) => a - b)];
  return [Math.ceil(xs[0]!), Math.ceil(ys[0]!), Math.floor(xs[3]!), Math.floor(ys[3]!)] as const;
}

/** In the image's own system: gdalwarp takes several times as long with an outline in degrees. */
function inZone(ring: readonly (readonly number[])[]) {
  const crs = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${zone.epsg}` } };
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return { type: 'FeatureCollection', crs, features: [{ type: 'Feature', properties: {}, geometry }] };
}
