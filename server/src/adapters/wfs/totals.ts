import type { Totals } from '../../wfs/outputs/output.ts';
import type { FeatureEnd, FeatureJob } from '../../wfs/ports.ts';
import type { ChunkReader } from '../sqlite/catalog/chunk-reader.ts';

/** Known before the first feature is written; what the store cannot tell is looked for. */
export function totalsBefore(reader: ChunkReader, job: FeatureJob, matched: number | null): Totals {
  const { startIndex } = job.context;
  const { limit } = job.request;
  if (matched !== null) {
    const rest = Math.max(0, matched - startIndex);
    return { matched, returned: Math.min(limit, rest), isMore: rest > limit };
  }
  const ahead = reader.lookAhead();
  const isMore = ahead > limit;
  const isWhole = !isMore && (ahead > 0 || startIndex === 0);
  return { matched: isWhole ? startIndex + ahead : null, returned: Math.min(limit, ahead), isMore };
}

/** Known once all is written. */
export function totalsAfter(reader: ChunkReader, job: FeatureJob, returned: number): Totals {
  const { startIndex } = job.context;
  const isFull = returned > 0 && returned >= job.request.limit;
  const isMore = isFull && reader.isMore();
  const isWhole = !isMore && (returned > 0 || startIndex === 0) && job.request.limit > 0;
  return { matched: reader.matched() ?? (isWhole ? startIndex + returned : null), returned, isMore };
}

export const endOf = (reader: ChunkReader, returned: number): FeatureEnd => ({
  returned,
  position: reader.position(),
});
