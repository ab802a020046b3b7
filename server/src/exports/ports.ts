import type { SearchRequest } from '../catalog/search-request.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { ExportFormat } from './formats.ts';

export type ExportJob = {
  readonly format: ExportFormat;
  /** `limit` is how many items leave at most, and may be without bound. */
  readonly request: SearchRequest;
  readonly visibility: Visibility;
  /** What links and addresses of local files begin with. */
  readonly baseUrl: string;
  /** Local files are named by their own URLs and not by addresses of the service: for whoever runs the machine alone. */
  readonly areFilesNamed: boolean;
};

/** A part of the file, good until the next one is asked for; `items` is how many went into it so far. */
export type ExportChunk = { readonly bytes: Uint8Array; readonly items: number };

/** Writes everything that a search finds as a file. */
export type Exporter = {
  /**
   * Resolves with the first part, so that what is wrong with the search is told before anything is sent.
   * Parts are made as they are taken; nothing is left behind when the reader leaves or the signal fires.
   */
  open(job: ExportJob, signal?: AbortSignal): Promise<AsyncIterable<ExportChunk>>;
};
