import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../../support/seeded-random.ts';
import { acquisitions, areas } from './order-archive.ts';
import { type Client, listOrders, postOrder } from './order-client.ts';

export type StormReport = {
  readonly requests: number;
  readonly keys: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
};

type Sent = { readonly key: string; readonly note: string };
type Seen = Sent & { readonly status: number; readonly id: string | null };

/** Requests at once, a third of them a second time with the same key, some of those with another body. */
export async function placingStorm(client: Client, requests: number, random: Random): Promise<StormReport> {
  const first = Array.from({ length: Math.ceil((requests * 2) / 3) }, (_, at) => ({ key: `key-${at}`, note: 'first' }));
  const again = first
    .slice(0, requests - first.length)
    .map(({ key }) => ({ key, note: random.chance(0.2) ? 'another' : 'first' }));
  const sent = shuffled([...first, ...again], random);
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const before = new Set((await listOrders(client)).map(({ id }) => id));
  const seen = await Promise.all(sent.map((one) => send(client, one, agent)));
  agent.destroy();
  const listed = (await listOrders(client)).filter(({ id }) => !before.has(id)).map(({ id }) => id);
  const statuses: Record<string, number> = {};
  for (const { status } of seen) statuses[status] = (statuses[status] ?? 0) + 1;
  return { requests: sent.length, keys: first.length, statuses, problems: problemsOf(seen, listed) };
}

/** Until it is answered: who is told to come back does, with the same key. */
async function send(client: Client, { key, note }: Sent, agent: Agent): Promise<Seen> {
  const body = {
    acquisitions: [acquisitions[0]],
    intersects: areas[0].area,
    output_config: { bucket: 'demo', prefix: 'storm' },
    metadata: { note },
  };
  for (let tries = 0; ; tries++) {
    const answer = await postOrder(client, body, key, { agent }).catch(() => null);
    if (tries < 200 && (answer === null || answer.status === 503)) {
      await setTimeout(50 + 20 * tries);
      continue;
    }
    const id = answer?.status === 200 ? (answer.json as { id: string }).id : null;
    return { key, note, status: answer?.status ?? 0, id };
  }
}

function problemsOf(seen: readonly Seen[], listed: readonly string[]): readonly string[] {
  const problems = seen
    .filter(({ status }) => status !== 200 && status !== 422)
    .map(({ key, status }) => `${key} was answered ${status}`);
  const ids = new Set<string>();
  for (const key of new Set(seen.map((one) => one.key))) {
    const mine = seen.filter((one) => one.key === key);
    const placed = mine.filter(({ id }) => id !== null);
    const own = new Set(placed.map(({ id }) => id!));
    if (own.size !== 1) problems.push(`${key} has ${own.size} orders`);
    if (new Set(placed.map(({ note }) => note)).size > 1) problems.push(`${key} gave one order to two bodies`);
    for (const { note, id } of mine)
      if (id === null && placed.some((one) => one.note === note)) problems.push(`${key} refused the body that it took`);
    for (const id of own) ids.add(id);
  }
  for (const id of listed) if (!ids.has(id)) problems.push(`order ${id} is nobody's`);
  if (listed.length !== ids.size) problems.push(`${ids.size} orders were acknowledged, ${listed.length} are listed`);
  return problems;
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const left = [...list];
  return list.map(() => left.splice(random.below(left.length), 1)[0]!);
}
