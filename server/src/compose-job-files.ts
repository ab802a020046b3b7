import { createJobFiles } from './adapters/ingest/job-files.ts';
import { amongNodes, inBucket } from './adapters/ingest/shared-job-files.ts';
import type { Buckets } from './buckets/ports.ts';
import { type Config, ingestRoots } from './config.ts';
import type { JobFiles } from './ingest/jobs/ports.ts';
import { PlatformError } from './shared/errors.ts';
import { ingestLimits } from './shared/ingest-limits.ts';

/** What jobs of ingest have on disk, or in a bucket where several nodes need it. */
export function composeJobFiles(config: Config, buckets: Buckets): JobFiles {
  const { dataFolder } = config;
  const limits = ingestLimits(config);
  const local = createJobFiles({ dataFolder, roots: ingestRoots(config), ...limits });
  const files = config.SWATH_DATABASE_URL === null ? local : amongNodes(local);
  return config.SWATH_MANAGED_BUCKET === null
    ? files
    : inBucket(files, () => buckets.open({ kind: 'managed' }), limits);
}

/** For a node that runs no jobs: what was uploaded to its disk would lie there for ever. */
export const withoutUploads = ({
  jobFiles,
  config,
}: {
  readonly jobFiles: JobFiles;
  readonly config: Config;
}): JobFiles =>
  config.SWATH_MANAGED_BUCKET !== null
    ? jobFiles
    : {
        ...jobFiles,
        takeUpload: () => {
          throw new PlatformError('conflict', 'this node takes no uploads: that needs SWATH_MANAGED_BUCKET');
        },
      };

/** For a node that delivers nothing: files of the managed bucket would lie on another one, from where it could not send them. */
export const withoutManaged = ({ buckets, config }: { readonly buckets: Buckets; readonly config: Config }): Buckets =>
  config.SWATH_MANAGED_BUCKET !== null
    ? buckets
    : {
        open: async (target, access) => {
          if (target.kind !== 'managed') return buckets.open(target, access);
          throw new PlatformError('conflict', 'this node has no managed bucket: that needs SWATH_MANAGED_BUCKET');
        },
      };
