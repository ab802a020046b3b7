import type { Totals } from '../../wfs/outputs/output.ts';
import type { FeatureEnd, FeatureJob } from '../../wfs/ports.ts';
import type { ChunkReader } from '../sqlite/catalog/documents/chunk-reader.ts';

const fewFeatures = 2_048;

/** Known before the first feature is written, where the store can tell or they are few and soon found; else null. */
export function totalsShortly(
  reader: Pick<ChunkReader, 'matched' | 'lookAheadShortly'>,
  job: FeatureJob,
): Totals | null {
  const matched = reader.matched();
  if (matched !== null) {
    const { limit } = job.request;
    const rest = Math.max(0, matched - job.context.startIndex);
    return { matched, returned: Math.min(limit, rest), isMore: rest > limit };
  }
  const ahead = reader.lookAheadShortly(fewFeatures);
  return ahead === null ? null : totalsOf(ahead, job);
}

/** Known once all was found. */
export const totalsBefore = (reader: ChunkReader, job: FeatureJob): Totals => totalsOf(reader.lookAhead(), job);

function totalsOf(ahead: number, { context: { startIndex }, request: { limit } }: FeatureJob): Totals {
  const isMore = ahead > limit;
  const isWhole = !isMore && (ahead > 0 || startIndex === 0);
  return { matched: isWhole ? startIndex + ahead : null, returned: Math.min(limit, ahead), isMore };
}

/** Known once all is written. */
export function totalsAfter(
  reader: Pick<ChunkReader, 'isMore' | 'matched'>,
  job: FeatureJob,
  returned: number,
): Totals {
  const { startIndex } = job.context;
  const isFull = returned > 0 && returned >= job.request.limit;
  const isMore = isFull && reader.isMore();
  const isWhole = !isMore && (returned > 0 || startIndex === 0) && job.request.limit > 0;
  return { matched: reader.matched() ?? (isWhole ? startIndex + returned : null), returned, isMore };
}

export const endOf = (reader: Pick<ChunkReader, 'position'>, returned: number): FeatureEnd => ({
  returned,
  position: reader.position(),
});
