import type { FeatureJob } from '../../wfs/ports.ts';
import type { StreamWork } from '../threads/streaming-pool.ts';

export type FeatureWork = StreamWork<FeatureJob>;

export type FeatureThreadData = {
  readonly catalogFile: string;
  /** For formats that are made as a file first. */
  readonly temporaryFolder: string;
  readonly busyTimeoutMs: number;
};
