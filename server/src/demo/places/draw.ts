import { pivotPlain, reservoir, riverTown } from './facts.ts';
import { drawPivotPlain } from './pivot-plain.ts';
import type { DrawPlace } from './place.ts';
import { drawReservoir } from './reservoir.ts';
import { drawRiverTown } from './river-town.ts';

/** By name. Only threads that paint import this. */
const draws: ReadonlyMap<string, DrawPlace> = new Map([
  [riverTown.name, drawRiverTown],
  [reservoir.name, drawReservoir],
  [pivotPlain.name, drawPivotPlain],
]);

export const drawPlace = (name: string): DrawPlace => draws.get(name)!;
