import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../server/src/accounts/principal.ts';
import type { Call } from '../../../server/src/http/route.ts';
import { orderEvents } from '../../../server/src/http/routes/order-events.ts';
import type { EventTimes } from '../../../server/src/http/stream-events.ts';
import { type OrderService, startOrderService } from './support-orders.ts';

let swath: OrderService;
let id: string;

beforeAll(async () => {
  swath = await startOrderService();
  ({ id } = await swath.order());
});
afterAll(() => swath.stop());

const times = { lookEveryMs: 10, heartbeatMs: 30, mostMs: 5_000 };

/** The stream as the route makes it, without a connection behind it. */
async function open(
  change: EventTimes,
  principal: Partial<Principal> = {},
  isStillAdmitted = async () => true,
): Promise<Readable> {
  const { account, organization } = (await swath.service.accounts.byId(swath.accountId))!;
  const credential = { kind: 'bearer', sessionId: 'session', expiresAtMs: Date.now() + 60_000 } as const;
  const caller = { account, organization, credential, permissions: [], collections: null, ...principal };
  const reply = { headers: () => reply };
  const call = {
    principal: caller,
    params: { id },
    request: { headers: {}, method: 'GET', server: { isStillAdmitted } },
    reply,
  };
  return (await orderEvents({ ...times, ...change }).handle(swath.service, call as unknown as Call)) as Readable;
}

async function textUntilEnd(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream) text += String(piece);
  return text;
}

/** Counts what was told until now. */
function heard(stream: Readable) {
  let text = '';
  stream.on('data', (piece) => (text += String(piece)));
  return { stream, count: (what: RegExp) => text.match(what)?.length ?? 0 };
}

describe('a stream of events', () => {
  test('says now and then that it is still there', async () => {
    const { stream, count } = heard(await open({ mostMs: 60_000 }));
    await expect.poll(() => count(/^: .+$/gm)).toBeGreaterThanOrEqual(2);
    await expect.poll(() => count(/^data: /gm)).toBe(1);
    stream.destroy();
  });

  test('ends after a while, so that the reader shows its credential anew', async () => {
    expect(await textUntilEnd(await open({ mostMs: 200 }))).toContain('retry: ');
  });

  test('ends with the credential', async () => {
    const credential = { kind: 'bearer', sessionId: 'session', expiresAtMs: Date.now() + 100 } as const;
    expect(await textUntilEnd(await open({ mostMs: 600_000 }, { credential }))).toContain('retry: ');
  });

  test('ends with the next heartbeat once its credential is not let in any more, also where nothing happens', async () => {
    let isLetIn = true;
    const stream = await open({}, {}, async () => isLetIn);
    const ended = textUntilEnd(stream);
    isLetIn = false;
    expect(await ended).toContain('retry: ');
  });

  test('goes on where nobody can say whether its credential is still let in', async () => {
    const { stream, count } = heard(await open({}, {}, () => Promise.reject(new Error('out of reach'))));
    await expect.poll(() => count(/^data: /gm)).toBe(1);
    stream.destroy();
  });

  test('is dropped when its reader takes nothing', async () => {
    const stream = await open({ heartbeatMs: 1 });
    stream.push('x'.repeat(70_000));
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  test('goes on when the store does not answer for a while', async () => {
    const { orders } = swath.service;
    const original = orders.progress;
    const { stream, count } = heard(await open({ mostMs: 60_000 }));
    let failures = 0;
    Object.assign(orders, { progress: () => (failures++, Promise.reject(new Error('out of reach'))) });
    await expect.poll(() => failures).toBeGreaterThan(2);
    Object.assign(orders, { progress: original });
    await swath.deliver(await swath.claim(id));
    await expect.poll(() => count(/^data: /gm)).toBe(2);
    stream.destroy();
  });
});
