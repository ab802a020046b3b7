import { workerData } from 'node:worker_threads';
import { deliverTile } from '../../orders/delivery/deliver-tile.ts';
import type { DeliveredFile } from '../../orders/tile.ts';
import { archiveClient } from '../buckets/s3/archive-buckets.ts';
import { createBuckets } from '../buckets/open-buckets.ts';
import { createGeoPackageWriter } from '../geopackage/write-geopackage.ts';
import { createProjections } from '../proj4/projections.ts';
import { lowerPriority } from '../threads/lower-priority.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { followedBuckets } from '../telemetry/followed-buckets.ts';
import { createTiffReader } from '../tiff/tiff-reader.ts';
import { cutCaches } from '../tiff/write/with-images.ts';
import type { DeliveryQuestion, DeliveryThreadData, DeliveryWork } from './deliver-threads.ts';
import { createTemporaryRasters } from './temporary-rasters.ts';

const { archiveRoots, archiveBuckets = null, bucketOptions, temporaryFolder } = workerData as DeliveryThreadData;
lowerPriority();
const needs = {
  buckets: createBuckets(bucketOptions),
  imagery: createTiffReader({ localRoots: archiveRoots, s3For: archiveClient(archiveBuckets), ...cutCaches }),
  rasters: createTemporaryRasters(temporaryFolder, createProjections()),
  writeGeoPackage: createGeoPackageWriter(temporaryFolder),
};

serveJobs<readonly DeliveredFile[]>(async (work, signal, ask) => {
  const asked = async (question: DeliveryQuestion) => void (await ask(question));
  const { job, isFollowed } = work as DeliveryWork;
  const buckets = isFollowed ? followedBuckets(needs.buckets, (written) => asked({ written })) : needs.buckets;
  return { outcome: await deliverTile({ ...needs, buckets }, job, { confirm: () => asked('confirm'), signal }) };
});
