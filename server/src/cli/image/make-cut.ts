import { dirname, resolve } from 'node:path';
import { createProjections } from '../../adapters/proj4/projections.ts';
import { writeWhole } from '../../adapters/node/write-whole.ts';
import { runCut } from '../../adapters/tiff/write/run-cut.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { coverOf } from '../../imagery/cut/cover-of.ts';
import type { CutImage, CutJob } from '../../imagery/cut/cut-job.ts';
import type { ImageInfo } from '../../imagery/image.ts';
import { PlatformError } from '../../shared/errors.ts';
import { UsageError } from '../command.ts';
import { withImage } from './open-file.ts';

export type CutWishes = {
  readonly area: Geometry | null;
  readonly size: number | null;
  readonly epsg: number | null;
  readonly isDoubled: boolean;
};

export async function makeCut(file: string, target: string, wishes: CutWishes): Promise<CutImage> {
  const spoolFolder = dirname(resolve(target));
  const made = await withImage(file, (image) => {
    const job = jobOf(image.info, wishes);
    const needs = { image, projections: createProjections(), spoolFolder };
    return writeWhole(target, (sink) => runCut(job, { ...needs, sink }));
  });
  if (made === null) throw new PlatformError('not_found', 'the image has nothing in that area');
  return made;
}

function jobOf({ location, crs }: ImageInfo, { area, size, epsg, isDoubled }: CutWishes): CutJob {
  const system = epsg === null ? crs : { epsg };
  if (system === null) throw new PlatformError('invalid_parameters', 'the image has no coordinate reference system');
  if (area === null && (size !== null || epsg !== null)) throw new UsageError('--epsg and --pixel-size need an area');
  const cover = area === null ? null : coverOf(area, system, createProjections());
  if (area !== null && cover === null) throw new UsageError('the area has no inside');
  return { location, cover, pixels: size === null ? 'own' : { size }, clip: area, isDoubled };
}
