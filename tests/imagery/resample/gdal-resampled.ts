import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import type { PixelToWorld } from '../../../server/src/imagery/georeference.ts';
import type { SampleType } from '../../../server/src/imagery/image.ts';
import { type Samples, samplesIn } from '../../../server/src/imagery/pixels.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';

export type Grid = {
  readonly width: number;
  readonly height: number;
  readonly epsg: number;
  readonly pixelToWorld: PixelToWorld;
};

export type ResampleCase = {
  readonly name: string;
  readonly kernel: 'nearest' | 'bilinear' | 'cubic' | 'doubled';
  readonly type: SampleType;
  readonly bands: number;
  readonly validity: 'all' | 'mask' | 'nodata' | 'alpha';
  readonly source: Grid;
  readonly target: Grid;
};

export type GdalResampled = {
  open(name: string): Promise<OpenImage>;
  samples(each: ResampleCase): Samples;
  mask(each: ResampleCase): Uint8Array;
  remove(): void;
};

const bytes = (file: string) => new Uint8Array(readFileSync(file));

const script = fileURLToPath(new URL('./resample_with_gdal.py', import.meta.url));

/** Sources for the cases, and what GDAL makes of them. */
export function resampleWithGdal(python: string, cases: readonly ResampleCase[]): GdalResampled {
  const folder = mkdtempSync(join(tmpdir(), 'swath-resample-'));
  const run = spawnSync(python, [script, folder], { input: JSON.stringify(cases), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`GDAL resampled nothing: ${run.stderr}`);
  const path = (name: string) => join(folder, `${name}.tif`);
  return {
    open: (name) => createTiffReader({ localRoots: ['/'] }).open(path(name)),
    samples: ({ name, type }) => samplesIn(type, bytes(`${path(name)}.raw`)),
    mask: ({ name }) => bytes(`${path(name)}.mask`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
