import { dirname, resolve } from 'node:path';
import { createProjections } from '../../adapters/proj4/projections.ts';
import { writeWhole } from '../../adapters/node/write-whole.ts';
import { runCut } from '../../adapters/tiff/write/run-cut.ts';
import { boxGeometry } from '../../geometry/box.ts';
import { type Geometry, polygonsOf } from '../../geometry/geojson.ts';
import { coverOf } from '../../imagery/cut/cover-of.ts';
import type { CutImage, CutJob } from '../../imagery/cut/cut-job.ts';
import { type Crs, worldOf } from '../../imagery/georeference.ts';
import type { ImageInfo } from '../../imagery/image.ts';
import { degrees, proj4TextOf } from '../../imagery/known-systems.ts';
import { areaWithin } from '../../orders/delivery/area-near-cell.ts';
import { PlatformError } from '../../shared/errors.ts';
import { UsageError } from '../command.ts';
import { isSameFile } from '../same-file.ts';
import { withImage } from './open-file.ts';

export type CutWishes = {
  readonly area: Geometry | null;
  readonly size: number | null;
  readonly epsg: number | null;
  readonly isDoubled: boolean;
};

export async function makeCut(file: string, target: string, wishes: CutWishes): Promise<CutImage> {
  if (isSameFile(file, target)) throw new UsageError('TARGET is FILE itself: the image would be gone');
  const spoolFolder = dirname(resolve(target));
  const made = await withImage(file, (image) => {
    const job = jobOf(image.info, wishes);
    const needs = { image, projections: createProjections(), spoolFolder };
    return writeWhole(target, (sink) => runCut(job, { ...needs, sink }));
  });
  if (made === null) throw nothingThere();
  return made;
}

const nothingThere = () => new PlatformError('not_found', 'the image has nothing in that area');

function jobOf(info: ImageInfo, { area: wished, size, epsg, isDoubled }: CutWishes): CutJob {
  const { location, crs } = info;
  const system = epsg === null ? crs : { epsg };
  if (system === null) throw new PlatformError('invalid_parameters', 'the image has no coordinate reference system');
  if (wished === null && (size !== null || epsg !== null)) throw new UsageError('--epsg and --pixel-size need an area');
  const area = wished === null ? null : nearby(wished, info, system);
  const cover = area === null ? null : coverOf(area, system, createProjections());
  if (area !== null && cover === null) throw new UsageError('the area has no inside');
  return { location, cover, pixels: size === null ? 'own' : { size }, clip: area, isDoubled };
}

/** Degrees beyond the image: more than a cut has a use for, and as far as such a system is of use. */
const farthest = 45;

/** What of the area lies on this side of the earth: a system around one meridian has the other side in a wrong place. */
function nearby(area: Geometry, { crs, pixelToWorld, width, height }: ImageInfo, system: Crs): Geometry {
  if (crs === null || pixelToWorld === null || !isAroundMeridian(system)) return area;
  const toDegrees = createProjections().between(crs, degrees);
  const [middle, ...corners] = [
    [width / 2, height / 2],
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([column, row]) => toDegrees(...worldOf(pixelToWorld, column!, row!))[0]);
  const reach = farthest + Math.max(...corners.map((longitude) => Math.abs(turnedTo(middle!, longitude) - middle!)));
  if (!(reach < 180)) return area;
  const box = [middle! - reach, -90, middle! + reach, 90] as const;
  const near = areaWithin(area, box) ?? boxGeometry(box);
  if (polygonsOf(near).length === 0) throw nothingThere();
  return near;
}

const isAroundMeridian = (system: Crs): boolean => /\+proj=(?:utm|tmerc)\b/.test(proj4TextOf(system) ?? '');

const turnedTo = (middle: number, longitude: number): number =>
  longitude - 360 * Math.round((longitude - middle) / 360);
