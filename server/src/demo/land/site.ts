import type { Bend } from '../draw/bend.ts';
import type { Point } from '../draw/convex.ts';
import type { Sketch } from '../draw/sketch.ts';
import type { Moment } from '../moment.ts';
import type { SunVector } from '../paint/sun.ts';

/** What everything that is drawn on the land needs. */
export type Site = {
  readonly sketch: Sketch;
  readonly moment: Moment;
  readonly sun: SunVector;
  readonly bend: Bend;
  /** Whether something solid may stand here: no water, no road through the middle. Land, not plan. */
  readonly isFree: (point: Point, clearMetres: number) => boolean;
};
