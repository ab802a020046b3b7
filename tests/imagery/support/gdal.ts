import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazily } from '../../../server/src/shared/lazily.ts';
import { saySkipped } from '../../support/say-skipped.ts';

/** A file that GDAL wrote, and what GDAL says of it. */
export type GdalCase = {
  readonly name: string;
  readonly bands: number;
  readonly type: 'Byte' | 'UInt16' | 'Int16' | 'UInt32' | 'Int32' | 'Float32';
  readonly maskFlags: number;
  readonly isCloudOptimized: boolean;
  readonly block: readonly [number, number];
  readonly nodata: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly descriptions: readonly string[];
  readonly colors: readonly string[];
  readonly transform: readonly number[] | null;
  readonly epsg: string | null;
  readonly lonLat: readonly (readonly [number, number])[] | null;
  readonly levels: readonly { readonly raw: string; readonly width: number; readonly height: number }[];
};

const script = fileURLToPath(new URL('./make_gdal_files.py', import.meta.url));

const candidates = ['python3', '/usr/bin/python3'];

const hasGdal = (python: string) => spawnSync(python, ['-c', 'import numpy; from osgeo import gdal']).status === 0;

/** A Python with GDAL; says why its tests are skipped where there is none. */
export const findGdal = lazily((): string | null => {
  const found = candidates.find(hasGdal) ?? null;
  if (found === null) saySkipped('gdal', 'no Python with GDAL (python3-gdal, gdal-bin)');
  return found;
});

export type GdalFiles = {
  readonly cases: readonly GdalCase[];
  path(name: string): string;
  bytes(name: string): Buffer;
  remove(): void;
};

export type GdalPart =
  | 'matrix'
  | 'wide'
  | 'jpeg'
  | 'validity'
  | 'odd'
  | 'sparse'
  | 'cloud_optimized'
  | 'systems'
  | 'metadata'
  | 'refused';

export function makeGdalFiles(python: string, ...parts: GdalPart[]): GdalFiles {
  const folder = mkdtempSync(join(tmpdir(), 'swath-gdal-'));
  const run = spawnSync(python, [script, folder, ...parts], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(`GDAL wrote no files: ${run.stderr}`);
  const path = (name: string) => join(folder, name);
  return {
    cases: JSON.parse(run.stdout) as GdalCase[],
    path,
    bytes: (name) => readFileSync(path(name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
