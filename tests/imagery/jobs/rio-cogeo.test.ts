import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeWhole } from '../../../server/src/adapters/node/write-whole.ts';
import { writeCog } from '../../../server/src/adapters/tiff/write/write-cog.ts';
import type { CutJob } from '../../../server/src/imagery/cut/cut-job.ts';
import { rasterOfImage } from '../../../server/src/imagery/raster-of-image.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { cutterOf } from '../support/cut-to-file.ts';
import { openBytes } from '../support/open-bytes.ts';
import { inZone } from './georeferenced.ts';

const python = findRioCogeo();
const folder = mkdtempSync(join(tmpdir(), 'swath-rio-'));
const file = (name: string) => join(folder, name);
const cut = cutterOf(folder);
const size = { width: 1300, height: 1100 };

function findRioCogeo(): string | null {
  const named = process.env['SWATH_TEST_PYTHON'] ?? 'python3';
  if (spawnSync(named, ['-c', 'import rio_cogeo']).status === 0) return named;
  saySkipped('python-clients', `${named} has no rio-cogeo: name a Python that has it in SWATH_TEST_PYTHON`);
  return null;
}

const whole: Omit<CutJob, 'location'> = { cover: null, pixels: 'own', clip: null, isDoubled: false };
const clip = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [15.001, 45.151],
      [15.006, 45.1505],
      [15.005, 45.153],
      [15.001, 45.151],
    ],
  ],
};
const box = [500_100, 4_999_600, 500_400, 4_999_900] as const;
const jobs: Readonly<Record<string, Omit<CutJob, 'location'>>> = {
  whole,
  clipped: { ...whole, clip },
  doubled: { ...whole, isDoubled: true },
  'on the grid of a cell': { ...whole, cover: { crs: { epsg: 32633 }, box }, pixels: { size: 0.4 } },
  'in the next zone': { ...whole, cover: { crs: { epsg: 32634 }, box: [28_500, 5_017_050, 28_900, 5_017_450] } },
};

/** Errors and warnings of each file, from one process. */
function validate(paths: readonly string[]): Record<string, unknown> {
  const script = `
import json, sys
from rio_cogeo import cog_validate
print(json.dumps({path: cog_validate(path, strict=True) for path in sys.argv[1:]}))`;
  return JSON.parse(execFileSync(python!, ['-c', script, ...paths], { encoding: 'utf8' })) as Record<string, unknown>;
}

describe.skipIf(python === null)('rio cogeo validate, strictly', () => {
  beforeAll(async () => {
    writeFileSync(file('deflate.tif'), inZone(32633, 500_000, 5_000_000, 0.5, size));
    const raster = rasterOfImage(await openBytes(inZone(32633, 500_000, 5_000_000, 0.5, size)));
    const format = { compression: 'jpeg', subsampling: '4:2:0', quality: 80 } as const;
    await writeWhole(file('jpeg.tif'), (sink) => writeCog(raster, sink, { format, spoolFolder: folder }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is content with every kind of cut', async () => {
    const made: string[] = [file('jpeg.tif')];
    for (const source of ['deflate.tif', 'jpeg.tif']) {
      for (const [name, job] of Object.entries(jobs)) {
        const target = file(`${name} of ${source}`);
        expect(await cut({ ...job, location: file(source) }, target)).not.toBeNull();
        made.push(target);
      }
    }
    const found = validate(made);
    expect(found).toEqual(Object.fromEntries(made.map((path) => [path, [true, [], []]])));
  });
});
