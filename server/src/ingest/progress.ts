import { secondMs } from '../shared/clock.ts';
import type { Unit } from './source.ts';

/** How far an ingest is; `done` and `total` are in the source's unit. */
export type Progress = {
  readonly items: number;
  readonly done: number;
  readonly total: number | null;
  readonly unit: Unit;
  readonly itemsPerSecond: number;
  /** Null where nobody can know. */
  readonly secondsLeft: number | null;
};

export type Measure = { readonly items: number; readonly done: number };

/** Older than this, a measure says nothing of the speed now. */
const windowMs = 20 * secondMs;
/** Batches may be small: not each of them is kept. */
const betweenMarksMs = secondMs / 5;

/** Speed over the last while, counted from where this run began: what an earlier one did took no time of it. */
export function createSpeedometer(start: Measure, startMs: number) {
  let marks: (Measure & { readonly atMs: number })[] = [{ ...start, atMs: startMs }];
  return {
    read(
      now: Measure,
      nowMs: number,
      { total, unit }: { readonly total: number | null; readonly unit: Unit },
    ): Progress {
      const recent = marks.findLastIndex(({ atMs }) => nowMs - atMs >= windowMs);
      if (recent > 0) marks = marks.slice(recent);
      const first = marks[0]!;
      if (nowMs - marks.at(-1)!.atMs >= betweenMarksMs) marks.push({ ...now, atMs: nowMs });
      const seconds = Math.max((nowMs - first.atMs) / secondMs, 1e-3);
      const perSecond = (now.done - first.done) / seconds;
      const isKnown = total !== null && perSecond > 0;
      return {
        items: now.items,
        done: now.done,
        total,
        unit,
        itemsPerSecond: (now.items - first.items) / seconds,
        secondsLeft: isKnown ? Math.max(0, total - now.done) / perSecond : null,
      };
    },
  };
}
