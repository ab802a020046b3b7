import { type Kind, queriesOf } from '../search/kinds.ts';
import { ms } from '../search/texts.ts';
import { type Line, median } from '../support/report.ts';
import type { Release } from './open-release.ts';

type Releases = { readonly older: Release; readonly newer: Release };
type Amounts = { readonly items: number; readonly queries: number; readonly rounds: number };

/** Worse by a fifth is a defect. */
const mostTimes = 1.2;
const seed = 11;

/** CPU of all threads, p50; the two take turns at each query, for machines change their pace within seconds. */
export async function compareKinds(releases: Releases, kinds: readonly Kind[], amounts: Amounts): Promise<Line[]> {
  const lines: Line[] = [];
  for (const kind of kinds)
    for (const limit of kind.hasPages ? [10, 100] : [10]) {
      const { older, newer } = await taken(releases, kind, limit, amounts);
      const times = median(newer) / median(older);
      lines.push({
        what: kind.hasPages ? `${kind.name}, limit ${limit}` : kind.name,
        measured: `${times.toFixed(2)} times: ${ms(median(older))}, now ${ms(median(newer))} ms of CPU`,
        bound: `at most ${mostTimes} times`,
        isHeld: times <= mostTimes,
      });
      console.error(`${kind.name}, limit ${limit}: ${times.toFixed(2)} times`);
    }
  return lines;
}

async function taken({ older, newer }: Releases, kind: Kind, limit: number, { items, queries, rounds }: Amounts) {
  const taking = { older: [] as number[], newer: [] as number[] };
  const all = queriesOf(kind, queries, items, seed);
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++)
    for (const [at, query] of all.entries()) {
      const sides = [
        { into: taking.older, call: older.prepare(query, limit) },
        { into: taking.newer, call: newer.prepare(query, limit) },
      ];
      for (const { into, call } of (at + round) % 2 === 0 ? sides : sides.toReversed()) {
        const cost = await cpuMsOf(call);
        if (round > 0) into.push(cost);
      }
    }
  return taking;
}

async function cpuMsOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
