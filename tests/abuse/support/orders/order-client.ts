import { setTimeout } from 'node:timers/promises';
import { type Answer, type CallOptions, call } from '../call.ts';

export type OrderSeen = {
  readonly id: string;
  readonly state: string;
  readonly status_message: string;
  readonly progress: { readonly tiles: Readonly<Record<string, number>> };
};

export type Client = { readonly url: string; readonly bearer: string };

export const postOrder = (
  { url, bearer }: Client,
  body: unknown,
  key?: string,
  more: CallOptions = {},
): Promise<Answer> =>
  call(url, '/order', {
    method: 'POST',
    bearer,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    ...more,
  });

/** Its id. */
export async function placeOrder(client: Client, body: unknown, key?: string): Promise<string> {
  const answer = await postOrder(client, body, key);
  if (answer.status !== 200) throw new Error(`the order answered ${answer.status}: ${answer.text}`);
  return (answer.json as OrderSeen).id;
}

export async function readOrder({ url, bearer }: Client, id: string): Promise<OrderSeen> {
  const answer = await call(url, `/order/${id}`, { bearer });
  if (answer.status !== 200) throw new Error(`order ${id} answered ${answer.status}: ${answer.text}`);
  return answer.json as OrderSeen;
}

/** Waits until it has ended; says how it stands where it has not within the time. */
export async function untilEnded(client: Client, id: string, withinMs = 120_000): Promise<OrderSeen> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const seen = await readOrder(client, id);
    if (seen.state !== 'RUNNING' || performance.now() > deadlineMs) return seen;
    await setTimeout(50);
  }
}

/** All orders of the account, newest first. */
export async function listOrders({ url, bearer }: Client): Promise<readonly OrderSeen[]> {
  const orders: OrderSeen[] = [];
  for (let hasMore = true; hasMore;) {
    const after = orders.length === 0 ? '' : `&starting_after=${orders.at(-1)!.id}`;
    const answer = await call(url, `/order?limit=100${after}`, { bearer });
    if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${answer.text}`);
    const page = answer.json as { data: OrderSeen[]; has_more: boolean };
    orders.push(...page.data);
    hasMore = page.has_more;
  }
  return orders;
}

export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<boolean> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) return false;
    await setTimeout(20);
  }
  return true;
}
