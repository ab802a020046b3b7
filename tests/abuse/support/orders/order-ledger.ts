import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../../support/seeded-random.ts';
import { acquisitions, areas } from './order-archive.ts';
import { type Client, postOrder } from './order-client.ts';

/** An order as its customer remembers it. */
export type PlacedOrder = {
  readonly key: string;
  readonly prefix: string;
  readonly tiles: number;
  readonly address: string;
  readonly body: unknown;
  /** Null until its placement was acknowledged. */
  id: string | null;
};

/** Some share a prefix and tiles with others, as real customers do. */
export function drawOrders(count: number, bucket: string, webhookUrl: string, random: Random): readonly PlacedOrder[] {
  return Array.from({ length: count }, (_, at) => {
    const wanted = acquisitions.filter(() => random.chance(0.4));
    const named = wanted.length === 0 ? [random.pick(acquisitions)] : wanted;
    const { cells, area } = random.pick(areas);
    const prefix = random.chance(0.2) ? 'shared/place' : `order-${at}`;
    const address = `customer-${at}@example.com`;
    const body = {
      acquisitions: named,
      intersects: area,
      output_config: { bucket, prefix },
      notifications: [
        { type: 'email', address },
        { type: 'webhook', url: webhookUrl },
      ],
    };
    return { key: `key-${at}`, prefix, tiles: named.length * cells, address, body, id: null };
  });
}

export type Placing = {
  /** Requests that wait for their answer. */
  inFlight(): number;
  readonly problems: string[];
  /** Lets it go on up to that many. */
  allow(count: number): void;
  done: Promise<void>;
};

const clients = 3;

/** Customers who ask again, with the same key, until they are answered. */
export function startPlacing(orders: readonly PlacedOrder[], client: Client): Placing {
  const agent = new Agent({ keepAlive: true });
  const problems: string[] = [];
  let [next, allowed, inFlight] = [0, 0, 0];
  const one = async (order: PlacedOrder) => {
    while (order.id === null && problems.length === 0) {
      inFlight += 1;
      const answer = await postOrder(client, order.body, order.key, { agent }).catch(() => null);
      inFlight -= 1;
      if (answer?.status === 200) order.id = (answer.json as { id: string }).id;
      else if (answer === null || answer.status === 503) await setTimeout(20);
      else problems.push(`placing answered ${answer.status}: ${answer.text}`);
    }
  };
  const lane = async () => {
    while (next < orders.length && problems.length === 0) {
      if (next < allowed) await one(orders[next++]!);
      else await setTimeout(5);
    }
  };
  const done = Promise.all(Array.from({ length: clients }, lane)).then(() => agent.destroy());
  return { inFlight: () => inFlight, problems, allow: (count) => void (allowed = count), done };
}
