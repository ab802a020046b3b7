import { withinOneTurn } from '../geometry/antimeridian.ts';
import type { Geometry } from '../geometry/geojson.ts';
import { PlatformError } from '../shared/errors.ts';
import { type Cell, tileSteps } from './cell.ts';
import { descend } from './cover/descend.ts';
import { type Part, partsOf } from './cover/parts.ts';
import { type Turn, newBudget, projectPart } from './cover/project-part.ts';
import { type Vicinity, vicinityOf } from './cover/vicinity.ts';
import { quadrants } from './quadrant.ts';
import { centralMeridian } from './utm.ts';

/** Beyond this an area is refused unless the caller says otherwise. */
export const defaultMostCells = 200_000;

/** The cells of the grid that share a point with a valid geometry in degrees, by zone and quadkey. */
export function cellsCovering(geometry: Geometry, steps = tileSteps, mostCells = defaultMostCells): readonly Cell[] {
  const parts = partsOf(withinOneTurn(geometry)).map((part) => ({ part, vicinity: vicinityOfPart(part, steps) }));
  const budget = newBudget();
  const covered: Cell[] = [];
  let count = 0;
  for (let zone = 1; zone <= 60; zone++) {
    const near = parts.flatMap((each) => turnsNear(each, zone));
    if (near.length === 0) continue;
    for (const quadrant of quadrants) {
      const outlines = near.map((turn) => projectPart(turn, quadrant, budget)).filter((outline) => outline !== null);
      descend(quadrant, outlines, steps, (quadkey) => {
        count += 4 ** (steps - quadkey.length);
        if (count > mostCells) refuse(steps, mostCells);
        covered.push({ zone, quadkey });
      });
    }
  }
  return covered.flatMap((cell) => (cell.quadkey.length === steps ? [cell] : withSteps(cell, steps)));
}

function refuse(steps: number, mostCells: number): never {
  throw new PlatformError('invalid_parameters', `the area touches more than ${mostCells} cells of level ${steps}`);
}

type Placed = { readonly part: Part; readonly vicinity: Vicinity };

const vicinityOfPart = ({ box }: Part, steps: number): Vicinity =>
  vicinityOf(steps, Math.min(90, Math.max(-box[1], box[3], 0)));

/** The part seen from a zone's meridian, where it is near; what lies across the antimeridian is a turn away. */
function turnsNear({ part, vicinity }: Placed, zone: number): readonly Turn[] {
  const [west, south, east, north] = part.box;
  const { mostDegreesAway, polarLatitude } = vicinity;
  const most = Math.max(north, -south) >= polarLatitude ? 180 : mostDegreesAway;
  const turns: Turn[] = [];
  for (let toOffset = -360 - centralMeridian(zone); toOffset <= 360 - centralMeridian(zone); toOffset += 360)
    if (west + toOffset <= most && east + toOffset >= -most) turns.push({ part, vicinity, toOffset });
  return turns;
}

function withSteps({ zone, quadkey }: Cell, steps: number): readonly Cell[] {
  let quadkeys = [quadkey];
  for (let length = quadkey.length; length < steps; length++)
    quadkeys = quadkeys.flatMap((each) => [`${each}0`, `${each}1`, `${each}2`, `${each}3`]);
  return quadkeys.map((each) => ({ zone, quadkey: each }));
}
