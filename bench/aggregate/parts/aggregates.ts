import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { createRandom } from '../../../tests/support/seeded-random.ts';
import { ms, pair } from '../../search/texts.ts';
import { type Line, quantile } from '../../support/report.ts';
import { type AggregateKind, aggregateKinds } from '../aggregate-kinds.ts';
import type { Part } from '../part.ts';

/** Histograms, terms and frequencies, of everything and of what filters leave. */
export const aggregates: Part = async ({ catalog, options: { queries, only } }) => {
  const lines: Line[] = [];
  const figures: Record<string, unknown> = {};
  for (const kind of aggregateKinds.filter(({ name }) => name.includes(only))) {
    await samplesOf(catalog, kind, Math.ceil(queries / 10));
    const samples = await samplesOf(catalog, kind, queries);
    const wallMs = both(samples.map((each) => each.wallMs));
    const cpuMs = both(samples.map((each) => each.cpuMs));
    figures[kind.name] = { queries: samples.length, wallMs, cpuMs };
    lines.push({
      what: `${kind.name}, ms p50 / p99`,
      measured: `${pair(wallMs)} (CPU ${pair(cpuMs)})`,
      bound: kind.mostMs === null ? '-' : `p50 below ${ms(kind.mostMs)}`,
      isHeld: kind.mostMs === null || wallMs.p50 < kind.mostMs,
    });
    console.error(`${kind.name}: ${pair(wallMs)} (CPU ${pair(cpuMs)})`);
  }
  return { lines, figures };
};

const both = (values: readonly number[]) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) });

type Sample = { readonly wallMs: number; readonly cpuMs: number };

async function samplesOf(catalog: Catalog, { measures, body, grants }: AggregateKind, queries: number) {
  const random = createRandom(7);
  const samples: Sample[] = [];
  for (let i = 0; i < queries; i++) {
    const search = readSearchBody(body(random));
    const start = performance.now();
    const before = process.cpuUsage();
    await catalog.aggregate({ search, measures }, grants === undefined ? 'all' : new Set(grants));
    const { user, system } = process.cpuUsage(before);
    samples.push({ wallMs: performance.now() - start, cpuMs: (user + system) / 1_000 });
  }
  return samples;
}
