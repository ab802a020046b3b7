import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { request as ask, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import { createTiffReader } from '../../server/src/adapters/tiff/tiff-reader.ts';
import { itemFromImage } from '../../server/src/imagery/item/item-from-image.ts';
import { signIn } from '../../tests/support/accounts.ts';
import { call } from '../../tests/support/call.ts';
import { type Line, median, quantile, report } from '../support/report.ts';
import { serve } from '../support/serve.ts';

// Map tiles through HTTP on loopback, one after the other on one connection: cold (drawn) and cached, of a COG that GDAL
// made: 8,192 pixels square, RGB, JPEG, with overviews.

const side = 8192;
const [west, north, pixel] = [500_000, 5_400_000, 0.5];
const draw = `
import sys, numpy as np
from osgeo import gdal, osr
side, west, north, pixel, path = int(sys.argv[1]), *map(float, sys.argv[2:5]), sys.argv[5]
rng = np.random.default_rng(7)
small = rng.integers(0, 256, (3, side // 32, side // 32)).astype(np.float32)
scene = np.stack([np.kron(band, np.ones((32, 32), np.float32)) for band in small])
scene = np.clip(scene * 0.6 + 50 + rng.normal(0, 6, scene.shape), 0, 255).astype(np.uint8)
memory = gdal.GetDriverByName('MEM').Create('', side, side, 3)
memory.SetGeoTransform((west, pixel, 0, north, 0, -pixel))
system = osr.SpatialReference(); system.ImportFromEPSG(32633)
memory.SetProjection(system.ExportToWkt())
for band in range(3): memory.GetRasterBand(band + 1).WriteArray(scene[band])
gdal.GetDriverByName('COG').CreateCopy(path, memory, options=['COMPRESS=JPEG', 'QUALITY=85', 'BLOCKSIZE=512'])
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'swath-tiles-')));
const path = join(folder, 'scene.tif');
const made = spawnSync('/usr/bin/python3', ['-c', draw, ...[side, west, north, pixel].map(String), path], {
  encoding: 'utf8',
});
if (made.status !== 0) throw new Error(made.stderr);

const served = await serve({ SWATH_ARCHIVE_ROOTS: folder, SWATH_DEMO: '0' });
const { access_token: token } = await signIn(served.url, served.admin);
await call(served.url, 'POST', '/collections', {
  token,
  json: {
    type: 'Collection',
    stac_version: '1.0.0',
    id: 'scenes',
    description: 'Scenes',
    license: 'other',
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
    links: [],
  },
});
const projections = createProjections();
const image = await createTiffReader({ localRoots: [folder] }).open(path);
const item = await itemFromImage(image, projections, {
  id: 'scene',
  datetime: '2026-05-01T10:00:00Z',
  href: pathToFileURL(path).href,
});
await image.close();
const stored = await call(served.url, 'POST', '/collections/scenes/items', { token, json: item });
if (stored.status !== 201) throw new Error(stored.text);

/** Tiles that lie wholly inside the scene, at the zooms from which its own pixels are drawn and from its overviews. */
function tilesAt(z: number): string[] {
  const toDegrees = projections.between({ epsg: 32633 }, { epsg: 4326 });
  const [left, top] = toDegrees(west, north);
  const [right, bottom] = toDegrees(west + side * pixel, north - side * pixel);
  const column = (longitude: number) => ((longitude + 180) / 360) * 2 ** z;
  const row = (latitude: number) => ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
  const tiles: string[] = [];
  for (let x = Math.ceil(column(left)); x < Math.floor(column(right)); x++)
    for (let y = Math.ceil(row(top)); y < Math.floor(row(bottom)); y++) tiles.push(`${z}/${x}/${y}`);
  return tiles;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function timed(end: string): Promise<number> {
  const { hostname, port } = new URL(served.url);
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = ask(
      {
        hostname,
        port,
        path: `/streaming/v1/tiles/scenes/scene/${end}`,
        agent,
        headers: { authorization: `Bearer ${token}` },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
        answer.resume().on('end', () => resolve(performance.now() - start));
      },
    );
    sent.on('error', reject).end();
  });
}

type Measured = { readonly times: readonly number[]; readonly cpuMs: number };

/** Times are of a machine that may be busy; what the server spends is less so. */
async function measure(ends: readonly string[]): Promise<Measured> {
  const times: number[] = [];
  const before = await served.cpuSeconds();
  for (const end of ends) times.push(await timed(end));
  return { times, cpuMs: (1000 * ((await served.cpuSeconds()) - before)) / ends.length };
}

/** No neighbours one after the other: every tile finds its blocks unread. */
const scattered = (tiles: readonly string[]): readonly string[] =>
  tiles
    .map((tile) => [hash('md5', tile), tile] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, tile]) => tile)
    .slice(0, 100);

// The threads, the library of pictures and the item are there before anything is measured.
for (const end of tilesAt(19).slice(0, 40))
  for (const format of ['png', 'jpg', 'webp']) await timed(`${end}.${format}`);

const text = ({ times, cpuMs }: Measured) =>
  `${median(times).toFixed(2)} ms (p99 ${quantile(times, 0.99).toFixed(2)}, CPU ${cpuMs.toFixed(2)})`;
const lines: Line[] = [];
const add = (what: string, measured: Measured, boundMs: number) =>
  lines.push({
    what: `${what} (${measured.times.length})`,
    measured: text(measured),
    bound: `${boundMs} ms`,
    isHeld: median(measured.times) < boundMs,
  });

for (const format of ['png', 'jpg', 'webp']) {
  const named = (tiles: readonly string[]) => tiles.map((tile) => `${tile}.${format}`);
  const apart = named([18, 17, 16].flatMap((z) => scattered(tilesAt(z))));
  add(`${format}, drawn, all over the scene`, await measure(apart), 15);
  add(
    `${format}, drawn, one beside the other`,
    await measure(named(tilesAt(18).slice(0, 400)).filter((end) => !apart.includes(end))),
    15,
  );
  add(`${format}, cached`, await measure([...apart, ...apart]), 1);
}
add('outside of the scene', await measure(Array.from({ length: 200 }, (_, x) => `18/${x}/0.png`)), 1);
report('Map tiles', lines);
agent.destroy();
await served.stop();
rmSync(folder, { recursive: true, force: true });
