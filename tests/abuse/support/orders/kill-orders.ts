import { onTestFinished } from 'vitest';
import type { Random } from '../../../support/seeded-random.ts';
import { type Delivered, bucketProblems, isLeftover, keysOf, tileFiles } from './bucket-oracle.ts';
import { type KillPoint, killPoints, reach } from './kill-points.ts';
import { type KillableSite, openKillableSite } from './killable-site.ts';
import { hastenNotices, mailProblems, mailsIn, messageProblems } from './notice-oracle.ts';
import { acquisitions, areas } from './order-archive.ts';
import { type Client, listOrders, placeOrder, until, untilEnded } from './order-client.ts';
import { type PlacedOrder, drawOrders, startPlacing } from './order-ledger.ts';
import { type WebhookReceiver, startWebhookReceiver } from './webhook-receiver.ts';

export type OrderKillPlan = {
  /** Of this run alone. */
  readonly folder: string;
  readonly orders: number;
  readonly kills: number;
  readonly random: Random;
  readonly settings?: Readonly<Record<string, string>>;
  /** Does not wait for the leases of senders that were killed. */
  readonly isHasty?: boolean;
};

export type OrderKillReport = {
  readonly orders: number;
  readonly tiles: number;
  readonly kills: Readonly<Record<'service' | 'worker', number>>;
  readonly points: Readonly<Partial<Record<KillPoint, number>>>;
  readonly messages: number;
  readonly mails: number;
  readonly leftovers: number;
  readonly problems: readonly string[];
};

/** Kills the service and a worker while orders run, and judges what came of it by what lies in the bucket. */
export async function killOrders(plan: OrderKillPlan): Promise<OrderKillReport> {
  const receiver = await startWebhookReceiver();
  onTestFinished(receiver.close);
  const site = await openKillableSite(plan.folder, plan.settings);
  const { data, bucket, client, killed } = site;
  const orders = drawOrders(plan.orders, 'deliveries', receiver.url, plan.random);
  const { points, problems } = await killWhilePlacing(site, receiver, orders, plan);
  problems.push(...(await stateProblems(client, orders)));
  if (plan.isHasty === true) await site.kill(['service'], () => hastenNotices(data));
  const noticeProblems = () => [...messageProblems(receiver.received, orders), ...mailProblems(data, orders)];
  await until(() => noticeProblems().length === 0, plan.isHasty === true ? 20_000 : longerThanLeasesMs);
  problems.push(...noticeProblems());
  const undisturbed = await orderUndisturbed(client);
  if ((await untilEnded(client, undisturbed.id)).state !== 'SUCCEEDED') problems.push('the undisturbed order failed');
  const placed = orders.map((order) => ({ ...order, id: order.id ?? 'none' }));
  problems.push(...bucketProblems(bucket, [...placed, undisturbed], tileFiles(bucket, undisturbed)));
  const codes = await site.stop();
  if (codes.some((code) => code !== 0)) problems.push(`SIGTERM ended with ${codes.join(' and ')}`);
  return {
    orders: orders.length,
    tiles: orders.reduce((sum, { tiles }) => sum + tiles, 0),
    kills: killed,
    points,
    messages: receiver.received.length,
    mails: mailsIn(data).length,
    leftovers: keysOf(bucket).filter(isLeftover).length,
    problems,
  };
}

/** Those of senders that were killed. */
const longerThanLeasesMs = 150_000;

/** Orders come in as the kills go on, so that some run at each. */
async function killWhilePlacing(
  { bucket, client, killed, kill }: KillableSite,
  receiver: WebhookReceiver,
  orders: readonly PlacedOrder[],
  { kills, random }: Pick<OrderKillPlan, 'kills' | 'random'>,
) {
  const points: Partial<Record<KillPoint, number>> = {};
  const placing = startPlacing(orders, client);
  const watched = { bucket, receiver, orders, placing: placing.inFlight };
  const done = () => killed.service + killed.worker;
  for (let round = 0; done() < kills; round++) {
    placing.allow(Math.ceil((orders.length * (done() + 2)) / kills));
    const point = killPoints[round % killPoints.length]!;
    if (await reach(point, watched, random)) points[point] = (points[point] ?? 0) + 1;
    await kill(random.pick([['service'], ['worker'], ['service', 'worker']] as const));
  }
  placing.allow(orders.length);
  await placing.done;
  return { points, problems: [...placing.problems] };
}

/** Every tile that any of the others has. */
export async function orderUndisturbed(client: Client, bucket = 'deliveries'): Promise<Delivered> {
  const [prefix, { area, cells }] = ['undisturbed', areas[3]];
  const output = { bucket, prefix };
  const id = await placeOrder(client, { acquisitions, intersects: area, output_config: output });
  return { id, prefix, tiles: acquisitions.length * cells };
}

/** Lost, double, stuck or failed. */
export async function stateProblems(client: Client, orders: readonly PlacedOrder[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { id, key } of orders) {
    if (id === null) problems.push(`${key} was never acknowledged`);
    const seen = id === null ? null : await untilEnded(client, id);
    if (seen !== null && seen.state !== 'SUCCEEDED')
      problems.push(`order ${id} is ${seen.state}: ${seen.status_message}`);
  }
  const [listed, known] = [(await listOrders(client)).map(({ id }) => id), new Set(orders.map(({ id }) => id))];
  for (const id of listed) if (!known.has(id)) problems.push(`order ${id} is nobody's: its key was used twice`);
  if (listed.length !== known.size) problems.push(`${listed.length} orders are listed, ${known.size} were placed`);
  return problems;
}
