import { type Crs, type PixelToWorld, invert, worldOf } from '../georeference.ts';
import { nameOf, proj4TextOf } from '../known-systems.ts';
import type { Projections } from '../ports.ts';
import type { GroundGrid } from '../raster.ts';

/** A position on one grid as a position on another; not finite where it has none there. */
export type Locate = (column: number, row: number) => readonly [number, number];

export type Located = {
  /** Target to source. */
  readonly toSource: Locate;
  readonly toTarget: Locate;
  /** The same as one matrix, where both grids are in one system. */
  readonly affine: PixelToWorld | null;
};

/** How positions on a target and on a source find each other. */
export function locate(source: GroundGrid, target: GroundGrid, projections: Projections): Located {
  const affine = isSameSystem(source.crs, target.crs) ? between(target.pixelToWorld, source.pixelToWorld) : null;
  if (affine !== null) {
    const back = between(source.pixelToWorld, target.pixelToWorld);
    return { affine, toSource: (x, y) => worldOf(affine, x, y), toTarget: (x, y) => worldOf(back, x, y) };
  }
  return {
    affine: null,
    toSource: through(target, source, projections),
    toTarget: through(source, target, projections),
  };
}

function through(from: GroundGrid, to: GroundGrid, projections: Projections): Locate {
  const project = projections.between(from.crs, to.crs);
  const toPixel = invert(to.pixelToWorld)!;
  const [, , west, , , north] = to.pixelToWorld;
  const turn = fullTurnOf(to.crs);
  const middle = worldOf(to.pixelToWorld, to.width / 2, to.height / 2)[0];
  return (column, row) => {
    const [x, y] = project(...worldOf(from.pixelToWorld, column, row));
    // A grid across the antimeridian goes on beyond 180 degrees.
    const turned = turn === null ? x : x - turn * Math.round((x - middle) / turn);
    const [dx, dy] = [turned - west, y - north];
    return [toPixel[0] * dx + toPixel[1] * dy, toPixel[3] * dx + toPixel[4] * dy];
  };
}

/** One pixel grid in another of the same system, from the distance of their origins: large coordinates cost digits. */
function between(from: PixelToWorld, to: PixelToWorld): PixelToWorld {
  const [ia, ib, , id, ie] = invert(to)!;
  const [a, b, c, d, e, f] = from;
  const [dx, dy] = [c - to[2], f - to[5]];
  return [ia * a + ib * d, ia * b + ib * e, ia * dx + ib * dy, id * a + ie * d, id * b + ie * e, id * dx + ie * dy];
}

const isSameSystem = (one: Crs, other: Crs): boolean =>
  nameOf(one) === nameOf(other) || (proj4TextOf(one) !== null && proj4TextOf(one) === proj4TextOf(other));

const mercatorTurn = 2 * Math.PI * 6_378_137;

/** After how many units of x the world begins again; null where it does not. */
function fullTurnOf(crs: Crs): number | null {
  const text = proj4TextOf(crs) ?? '';
  if (text.includes('+proj=longlat')) return 360;
  return text.includes('+proj=merc') && text.includes('+lon_0=0') && !text.includes('+units=us-ft')
    ? mercatorTurn
    : null;
}
