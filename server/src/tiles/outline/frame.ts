import type { Position } from '../../geometry/geojson.ts';
import type { Cell } from '../../grid/cell.ts';
import { type Quadrant, squareOf } from '../../grid/quadrant.ts';
import { centralMeridian, degreesOffMeridian, poleNorthing } from '../../grid/utm.ts';

/** A plane of metres, and where its places lie in degrees; longitudes run on beyond 180. */
export type Frame = {
  readonly degreesAt: (x: number, y: number) => Position;
  /** Whether what goes against the clock in the plane goes with it in degrees. */
  readonly isMirrored: boolean;
  /** The height at which the line x = 0 meets the pole; null where the plane is not so near. */
  readonly poleY: number | null;
};

/** Of the layers of a cell. */
export function cellFrame(cell: Cell): Frame {
  const { quadrant, square } = squareOf(cell);
  return quadrantFrame(cell.zone, quadrant, square.u, square.v);
}

/** Metres away from a zone's meridian and the equator, less the origin's. */
export function quadrantFrame(zone: number, { isEast, isNorth }: Quadrant, originU = 0, originV = 0): Frame {
  const meridian = centralMeridian(zone);
  return {
    degreesAt: (x, y) => {
      const [offset, latitude] = degreesOffMeridian(originU + x, originV + y);
      return [isEast ? meridian + offset : meridian - offset, isNorth ? latitude : 0 - latitude];
    },
    isMirrored: isEast !== isNorth,
    poleY: originU === 0 ? poleNorthing - originV : null,
  };
}

/** Metres east of a zone's meridian and north of the equator. */
export function zoneFrame(zone: number): Frame {
  const meridian = centralMeridian(zone);
  return {
    degreesAt: (x, y) => {
      const [offset, latitude] = degreesOffMeridian(x, y);
      return [meridian + offset, latitude];
    },
    isMirrored: false,
    poleY: null,
  };
}
