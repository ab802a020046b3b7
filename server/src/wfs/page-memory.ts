import type { PagePosition } from '../catalog/page-token.ts';
import type { Clock } from '../shared/clock.ts';
import { minuteMs } from '../shared/clock.ts';

/** A place in the answers to a query: so many features come before it. */
export type Place = { readonly index: number; readonly position: PagePosition };

/** Where pages ended, so that a walk by `startIndex` goes on there instead of counting anew from the start. */
export type PageMemory = {
  /** The last known place that is not after the index; null where none is known. */
  nearest(query: string, index: number): Place | null;
  note(query: string, place: Place): void;
};

type Walk = { readonly places: Map<number, PagePosition>; usedMs: number };

const mostWalks = 1_000;
const mostPlaces = 64;
/** A walk that rests for longer counts anew: the catalogue may have changed a lot. */
const lifeMs = 30 * minuteMs;

/** Bounded: what was not used for longest is forgotten first. */
export function createPageMemory({ nowMs }: Pick<Clock, 'nowMs'>): PageMemory {
  const walks = new Map<string, Walk>();

  function walkOf(query: string): Walk | null {
    const walk = walks.get(query);
    if (walk === undefined || nowMs() - walk.usedMs > lifeMs) return null;
    return walk;
  }

  return {
    nearest(query, index) {
      let best: Place | null = null;
      for (const [at, position] of walkOf(query)?.places ?? [])
        if (at <= index && at > (best?.index ?? 0)) best = { index: at, position };
      return best;
    },
    note(query, { index, position }) {
      const walk = walkOf(query) ?? { places: new Map<number, PagePosition>(), usedMs: 0 };
      walk.usedMs = nowMs();
      walk.places.delete(index);
      walk.places.set(index, position);
      if (walk.places.size > mostPlaces) walk.places.delete(walk.places.keys().next().value!);
      walks.delete(query);
      walks.set(query, walk);
      if (walks.size > mostWalks) walks.delete(walks.keys().next().value!);
    },
  };
}
