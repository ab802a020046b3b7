import type { StreamRange } from '../../../../catalog/plan/streams.ts';
import { fnv1a } from '../../../../shared/fnv.ts';
import type { Source } from './choose-source.ts';

/** What was read of an area's streams, true while nobody writes. */
export type RememberedSources = (ranges: readonly StreamRange[], read: () => Source) => Source;

const mostRemembered = 1_000;
/** Of areas that were asked for once. */
const mostMarks = 1_024;

/** From the second time on that an area is asked for: to keep those that never come again costs more than to read them. */
export function createRememberedSources(): RememberedSources {
  const known = new Map<string, Source>();
  const marks = new Uint32Array(mostMarks);
  return (ranges, read) => {
    const key = ranges.map(({ first, last, isHomeOnly }) => `${first} ${last} ${isHomeOnly}`).join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const source = read();
    const mark = fnv1a(key);
    const place = mark & (mostMarks - 1);
    if (marks[place] === mark) {
      if (known.size >= mostRemembered) known.clear();
      known.set(key, source);
    } else marks[place] = mark;
    return source;
  };
}
