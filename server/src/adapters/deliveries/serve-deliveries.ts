import { deliverTile } from '../../orders/delivery/deliver-tile.ts';
import type { DeliveryJob } from '../../orders/ports.ts';
import type { DeliveredFile } from '../../orders/tile.ts';
import { createBuckets } from '../buckets/open-buckets.ts';
import { cutCaches } from '../cuts/cut-threads.ts';
import { createGeoPackageWriter } from '../geopackage/write-geopackage.ts';
import { createProjections } from '../proj4/projections.ts';
import type { JobPort } from '../threads/job-port.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { createTiffReader } from '../tiff/tiff-reader.ts';
import type { DeliveryThreadData } from './deliver-threads.ts';
import { createTemporaryRasters } from './temporary-rasters.ts';

/** Delivers tiles as it is told through the port. */
export function serveDeliveries(data: DeliveryThreadData, port: JobPort): void {
  const { archiveRoots, bucketOptions, temporaryFolder } = data;
  const needs = {
    buckets: createBuckets(bucketOptions),
    imagery: createTiffReader({ localRoots: archiveRoots, ...cutCaches }),
    rasters: createTemporaryRasters(temporaryFolder, createProjections()),
    writeGeoPackage: createGeoPackageWriter(temporaryFolder),
  };
  serveJobs<readonly DeliveredFile[]>(
    async (work, signal, ask) => {
      const confirm = async () => void (await ask('confirm'));
      return { outcome: await deliverTile(needs, work as DeliveryJob, { confirm, signal }) };
    },
    () => undefined,
    port,
  );
}
