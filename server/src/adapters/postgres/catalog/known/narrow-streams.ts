import type { DurationClass } from '../../../../catalog/plan/duration-class.ts';
import { type Stream, durationOf } from '../../../../catalog/plan/streams.ts';
import type { StreamRows } from './read-streams.ts';
import { type Stretch, around, common } from './time-bounds.ts';

/**
 * Streams of cells hold items of every collection: of some collections only those of the classes of duration that these
 * have, and of each only the times. About as many are found in them as before: rows and share stay what they are.
 */
export function narrowStreams(cells: StreamRows, own: StreamRows): StreamRows {
  const spans = spansByClass(own);
  const kept = cells.streams.flatMap((stream, at): readonly (readonly [Stream, Stretch])[] => {
    const span = spans.get(durationOf(stream));
    return span === undefined ? [] : [[stream, common(cells.spans[at]!, span)]];
  });
  const isTimed = cells.newest !== '' && own.newest !== '';
  return {
    streams: kept.map(([stream]) => stream),
    spans: kept.map(([, span]) => span),
    rows: cells.rows,
    oldest: isTimed ? later(cells.oldest, own.oldest) : '',
    newest: isTimed ? earlier(cells.newest, own.newest) : '',
  };
}

function spansByClass({ streams, spans }: StreamRows): ReadonlyMap<DurationClass, Stretch> {
  const found = new Map<DurationClass, Stretch>();
  for (const [at, stream] of streams.entries()) {
    const duration = durationOf(stream);
    const known = found.get(duration);
    found.set(duration, known === undefined ? spans[at]! : around([known, spans[at]!]));
  }
  return found;
}

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);
