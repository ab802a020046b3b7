import { releaseVersion } from './adapters/node/release.ts';
import type { Database } from './adapters/sql/database.ts';
import type { Catalog } from './catalog/ports.ts';
import type { Config } from './config.ts';
import type { Buckets } from './buckets/ports.ts';
import { orderTrace } from './orders/order-trace.ts';
import type { OrderStore, TileDeliverer } from './orders/ports.ts';
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
          traced(tracer, 'deliver tile', { 'swath.cell': job.spec.cellId }, ({ note: written }) =>
            deliverer.deliver(job, { ...hooks, written }),
          ),
      }
    : deliverer;

/** An order begins a trace of its own, as it may run for hours; the request that placed it is linked with that. */
export const tracedOrders = (orders: OrderStore, tracer: Tracer): OrderStore =>
  tracer.isOn
    ? {
        ...orders,
        async place(placement) {
          const placed = await orders.place(placement);
          const { order, tiles } = placement;
          if (placed.outcome === 'placed') tracer.mark('order', orderTrace(order.id), { 'swath.tiles': tiles.length });
          return placed;
        },
      }
    : orders;

export const tracedBuckets = (buckets: Buckets, tracer: Tracer): Buckets =>
  tracer.isOn
    ? {
        open: async (...asked) => {
          const bucket = await buckets.open(...asked);
          return { ...bucket, put: (...given) => traced(tracer, 'bucket put', {}, () => bucket.put(...given)) };
        },
      }
    : buckets;
