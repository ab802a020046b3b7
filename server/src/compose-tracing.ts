import { releaseVersion } from './adapters/node/release.ts';
import type { Database } from './adapters/sql/database.ts';
import type { Catalog } from './catalog/ports.ts';
import type { Config } from './config.ts';
import type { TileDeliverer } from './orders/ports.ts';
import type { Log } from './shared/log.ts';
import { type Tracer, noTracer, traced } from './shared/tracer.ts';

/** Nothing of it is loaded where no collector is named. */
export async function openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config, log: Log): Promise<Tracer> {
  if (endpoint === null) return noTracer;
  const { createOtlpTracer } = await import('./adapters/telemetry/otlp-tracer.ts');
  return createOtlpTracer({ endpoint, version: releaseVersion(), log });
}

/** Each write is a span by the name of its verb: what it writes is nobody's business. */
export const tracedDatabase = (database: Database, tracer: Tracer): Database =>
  tracer.isOn
    ? {
        ...database,
        write: (verb, input) =>
          traced(tracer, `store ${verb}`, { 'db.system': database.dialect }, () => database.write(verb, input)),
      }
    : database;

/** What takes long of a catalogue. */
export function tracedCatalog(catalog: Catalog, tracer: Tracer): Catalog {
  if (!tracer.isOn) return catalog;
  const step = <T>(name: string, work: () => Promise<T>) => traced(tracer, `catalogue ${name}`, {}, work);
  return {
    ...catalog,
    search: (...asked) => step('search', () => catalog.search(...asked)),
    showItems: (...asked) => step('search', () => catalog.showItems(...asked)),
    aggregate: (...asked) => step('aggregate', () => catalog.aggregate(...asked)),
    searchCollections: (...asked) => step('search collections', () => catalog.searchCollections(...asked)),
    load: (...given) => step('load', () => catalog.load(...given)),
    putItems: (...given) => step('put items', () => catalog.putItems(...given)),
  };
}

export const tracedDeliverer = (deliverer: TileDeliverer, tracer: Tracer): TileDeliverer =>
  tracer.isOn
    ? {
        ...deliverer,
        deliver: (job, hooks) =>
          traced(tracer, 'deliver tile', { 'swath.cell': job.spec.cellId }, () => deliverer.deliver(job, hooks)),
      }
    : deliverer;
