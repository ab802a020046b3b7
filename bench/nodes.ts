/** What a second API node brings: `npx tsx bench/nodes.ts`. Each node is held to a part of one processor where the system allows. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CpuGroup, makeCpuGroup } from './nodes/cpu-group.ts';
import { databaseProcesses } from './nodes/database-processes.ts';
import { type Site, openSite } from './nodes/site.ts';
import { type Rounds, type Turn, inTurns, loadsOf, warmUp } from './nodes/turns.ts';
import { factsText } from './search/postgres/open-postgres.ts';
import { median, printTable, report } from './support/report.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
    items: { type: 'string', default: '20000' },
    /** Of a processor, for each node; 0 holds none. */
    share: { type: 'string', default: '0.2' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
  },
});
const share = Number(values.share);

/** Nodes are what is scarce: clients and database go before all others on the machine, without a bound. */
function hold({ nodes, databaseFolder }: Site, groups: CpuGroup[]): void {
  const held = (name: string, bound: number | null, pids: readonly number[]) => {
    const group = makeCpuGroup(`swath-bench-${process.pid}-${name}`, bound);
    groups.push(group);
    pids.forEach(group.put);
  };
  nodes.forEach(({ pid }, at) => held(`node-${at}`, share, [pid]));
  held('rest', null, [process.pid, ...databaseProcesses(databaseFolder)]);
}

const middle = (turns: readonly Turn[], value: (turn: Turn) => number): number => median(turns.map(value));

const rate = (turns: readonly Turn[]): string => middle(turns, ({ perSecond }) => perSecond).toFixed(0);
const busy = (turns: readonly Turn[]): string =>
  (['nodes', 'database', 'client'] as const)
    .map((who) => middle(turns, (turn) => turn.busy[who]).toFixed(2))
    .join(', ');

const row = (name: string, { one, two, ratio }: Rounds): readonly string[] => [
  name,
  rate(one),
  rate(two),
  ratio.toFixed(2),
  busy(one),
  busy(two),
];

const site = await openSite(values.folder, Number(values.items));
const groups: CpuGroup[] = [];
try {
  const loads = loadsOf(site);
  for (const load of loads) await warmUp(site, load);
  if (share > 0) hold(site, groups);
  const rows: { readonly name: string; readonly rounds: Rounds }[] = [];
  for (const load of loads)
    rows.push({ name: load.name, rounds: await inTurns(site, load, Number(values.rounds), Number(values.seconds)) });
  console.log(`\nPostgreSQL of ${site.items.toLocaleString('en')} items: ${factsText(site.facts)}`);
  console.log(
    share === 0
      ? 'Nodes, database and clients share the processors of this machine, and nothing holds the nodes.\n'
      : `Each node is held to ${share * 100} % of one processor, database and clients are not. 32 clients in both cases.\n`,
  );
  printTable(
    [
      'what',
      'one node, a second',
      'two nodes',
      'times',
      'processors busy with one: nodes, database, client',
      'with two',
    ],
    rows.map(({ name, rounds }) => row(name, rounds)),
  );
  report(
    'bench/nodes',
    rows.map(({ name, rounds: { ratio } }) => ({
      what: `two API nodes : one, requests, ${name}, median of the rounds`,
      measured: ratio.toFixed(2),
      bound: 'at least 1.5',
      isHeld: ratio >= 1.5,
    })),
  );
} finally {
  await site.stop();
  // The processes of nodes and database are gone by now; this one goes back.
  for (const group of groups) group.end([process.pid]);
}
