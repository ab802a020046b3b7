import type { PagePosition } from '../catalog/page-token.ts';
import type { SearchRequest } from '../catalog/search-request.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { AnswerContext } from './outputs/output.ts';

/** One answer with features, all of it plain data. */
export type FeatureJob = {
  /** The name of the output. */
  readonly output: string;
  readonly context: AnswerContext;
  /** `limit` is how many features leave at most; `skip` are passed over from the position on. */
  readonly request: SearchRequest;
  readonly visibility: Visibility;
};

/** Where an answer ended. */
export type FeatureEnd = { readonly returned: number; readonly position: PagePosition | null };

/** A part of the answer; the last one says where it ended. */
export type FeatureChunk = { readonly bytes: Uint8Array; readonly end: FeatureEnd | null };

/** `takeWhole` gives an answer that was made in one part; null where there is more. */
export type FeatureChunks = AsyncIterable<FeatureChunk> & { takeWhole(): FeatureChunk | null };

/** Writes what a search finds as features. */
export type FeatureSource = {
  /**
   * Resolves with the first part, so that what is wrong with the search is told before anything is sent.
   * Parts are made as they are taken; nothing is left behind when the reader leaves or the signal fires.
   */
  open(job: FeatureJob, signal?: AbortSignal): Promise<FeatureChunks>;
};
