import { workerData } from 'node:worker_threads';
import { serveWrites } from '../serve-writes.ts';
import { catalogMigrations } from './migrations.ts';
import { openForWriting } from './settings.ts';
import { settleAtStart } from './settle-at-start.ts';
import { createCatalogWorkshop } from './workshop.ts';

export type CatalogWriterData = {
  readonly file: string;
  readonly busyTimeoutMs: number;
  readonly declared: readonly string[];
};

const { file, busyTimeoutMs, declared } = workerData as CatalogWriterData;
const cacheMiB = 64;

await serveWrites({
  open: () => openForWriting(file, { busyTimeoutMs }, cacheMiB),
  migrations: catalogMigrations,
  furnish(connection) {
    settleAtStart(connection, declared);
    return createCatalogWorkshop(connection, declared);
  },
});
