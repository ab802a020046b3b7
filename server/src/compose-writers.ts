import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type ExportThreads, createExportThreads } from './adapters/exports/export-threads.ts';
import { ownFolder } from './adapters/node/own-folder.ts';
import { createFeatureThreads } from './adapters/wfs/feature-threads.ts';
import type { Config } from './config.ts';
import { createExportTurns } from './exports/turns.ts';
import { catalogPlace } from './open-catalog.ts';
import type { Service } from './service.ts';
import type { Clock } from './shared/clock.ts';
import { featureTypeOf } from './wfs/answer-request.ts';
import { createPageMemory } from './wfs/page-memory.ts';
import { rehearse } from './wfs/rehearse.ts';
import { mebibyte } from './shared/mebibyte.ts';

/** What writes searches as files; nothing is started before the first. */
export function composeExporter(config: Config, atOnce: number = config.SWATH_EXPORTS): ExportThreads {
  const threads = Math.min(2, atOnce, availableParallelism());
  const own = ownFolder(join(config.dataFolder, 'exports'));
  const exporter = createExportThreads({ place: catalogPlace(config), temporaryFolder: own.path, threads, atOnce });
  return { ...exporter, close: () => exporter.close().finally(own.leave) };
}

export type FeatureWriters = Pick<Service, 'features' | 'featureTurns' | 'featurePages'> & {
  /** Answers before anybody asks, so that the first caller need not wait for what that takes. */
  warm(catalog: Service['catalog']): Promise<void>;
  close(): Promise<void>;
};

/** What writes features of WFS. */
export function composeFeatures(config: Config, clock: Clock): FeatureWriters {
  const atOnce = config.SWATH_WFS_ANSWERS;
  const threads = Math.min(4, availableParallelism());
  const own = ownFolder(join(config.dataFolder, 'wfs'));
  const { attributes } = featureTypeOf(config);
  const place = { place: catalogPlace(config), temporaryFolder: own.path };
  const kept = {
    mostKeptBytes: config.SWATH_WFS_CACHE * mebibyte,
    leastFreeBytes: config.SWATH_DISK_LOW_MB * mebibyte,
  };
  const features = createFeatureThreads({ ...place, attributes, ...kept, threads, atOnce });
  const writers = {
    features,
    featureTurns: createExportTurns(atOnce, 'answers with features'),
    featurePages: createPageMemory(clock),
  };
  return {
    ...writers,
    // What fails here is told to whoever asks first.
    warm: (catalog) => rehearse({ config, clock, catalog, ...writers }).catch(() => undefined),
    close: () => features.close().finally(own.leave),
  };
}
