import { createRandom } from '../../../tests/support/seeded-random.ts';
import type { Query } from '../../search/kinds/query.ts';
import { measure, summarize } from '../../search/measure.ts';
import { ms, pair, percent } from '../../search/texts.ts';
import type { Line } from '../../support/report.ts';
import type { Part } from '../part.ts';
import { type TextKind, textKinds } from '../text-kinds.ts';

const limit = 10;
const mostMs = 20;
/** So that a hundredth of them is more than one. */
const times = 5;

/** Searches by words: rare, common and absent ones, together and beside other conditions. */
export const freeText: Part = async ({ catalog, options: { queries, only } }) => {
  const lines: Line[] = [];
  const figures: Record<string, unknown> = {};
  for (const kind of textKinds.filter(({ name }) => `q, ${name}`.includes(only))) {
    await measure(catalog, queriesOf(kind, queries, 1), limit);
    const summary = summarize(await measure(catalog, queriesOf(kind, times * queries, 2), limit));
    figures[kind.name] = summary;
    lines.push({
      what: `q, ${kind.name}, CPU ms p50 / p99 (found something: ${percent(summary.foundShare)})`,
      measured: `${pair(summary.cpuMs)} (wall ${pair(summary.wallMs)})`,
      bound: kind.isBound ? `p99 below ${ms(mostMs)}` : '-',
      isHeld: !kind.isBound || summary.cpuMs.p99 < mostMs,
    });
    console.error(`q, ${kind.name}: ${pair(summary.cpuMs)}`);
  }
  return { lines, figures };
};

function queriesOf({ make }: TextKind, count: number, seed: number): readonly Query[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => make(random));
}
