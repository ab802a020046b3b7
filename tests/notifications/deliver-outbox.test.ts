import { describe, expect, it, vi } from 'vitest';
import { deliverOutbox } from '../../server/src/notifications/deliver-outbox.ts';
import { MailDeliveryError, maskAddress, safeFailureText } from '../../server/src/notifications/mail-failure.ts';
import { startOutboxLoop } from '../../server/src/notifications/outbox-loop.ts';
import type { Mailer } from '../../server/src/notifications/ports.ts';
import { dayMs, hourMs, minuteMs } from '../../server/src/shared/clock.ts';
import { aMail, movableClock, recordingLog } from './mail-fixtures.ts';
import { createMemoryOutbox } from './memory-outbox.ts';

function setUp(send: Mailer['send']) {
  const mailer: Mailer = { send, close: async () => {} };
  return { outbox: createMemoryOutbox(), clock: movableClock(), log: recordingLog(), mailer };
}

const failing = async () => {
  throw new MailDeliveryError('down', false);
};
const none = { sent: 0, retried: 0, abandoned: 0, unrecorded: 0 };

describe('deliverOutbox', () => {
  it('waits 30 s, doubling to 1 h, and gives up after 3 days', async () => {
    const service = setUp(failing);
    const startMs = service.clock.nowMs();
    await service.outbox.enqueue(aMail(), startMs);
    const delays: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const { retried } = await deliverOutbox(service, { jitter: () => 0 });
      if (retried === 0) break;
      const delayMs = (service.outbox.entries[0]?.dueAtMs ?? 0) - service.clock.nowMs();
      delays.push(delayMs / 1000);
      service.clock.forward(delayMs);
    }
    expect(delays.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(Math.max(...delays)).toBe(3600);
    expect(service.outbox.entries[0]).toMatchObject({ state: 'abandoned', error: 'down' });
    const triedForMs = delays.reduce((sum, delay) => sum + delay * 1000, 0);
    expect(triedForMs).toBeGreaterThanOrEqual(3 * dayMs);
    expect(triedForMs).toBeLessThan(3 * dayMs + hourMs);
  });

  it('spreads retries by the jitter that it is given', async () => {
    const service = setUp(failing);
    await service.outbox.enqueue(aMail(), service.clock.nowMs());
    await deliverOutbox(service, { jitter: () => 0.5 });
    expect((service.outbox.entries[0]?.dueAtMs ?? 0) - service.clock.nowMs()).toBe(26_250);
  });

  it('tries a mail once more before giving it up, however long the service was off', async () => {
    const send = vi.fn(async () => {});
    const service = setUp(send);
    await service.outbox.enqueue(aMail(), service.clock.nowMs());
    service.clock.forward(10 * dayMs);
    expect(await deliverOutbox(service)).toEqual({ ...none, sent: 1 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('does not count a sent mail as failed when the store cannot record it: it comes back after the lease', async () => {
    const service = setUp(async () => {});
    await service.outbox.enqueue(aMail(), service.clock.nowMs());
    await service.outbox.enqueue(aMail('bob@example.org'), service.clock.nowMs());
    const broken = {
      ...service.outbox,
      sent: async (id: string) => {
        if (id === 'mail-1') throw new Error('disk full');
        await service.outbox.sent(id);
      },
    };
    expect(await deliverOutbox({ ...service, outbox: broken })).toEqual({ ...none, sent: 1, unrecorded: 1 });
    expect(service.outbox.entries[0]).toMatchObject({ state: 'pending', error: '' });
    expect(service.log.lines.join()).toContain('"isSent":true');
    expect(await deliverOutbox(service)).toEqual(none);
    service.clock.forward(2 * minuteMs);
    expect(await deliverOutbox(service)).toEqual({ ...none, sent: 1 });
  });

  it.each([
    ['see https://s.example/r#t=Ab12', 'see [link]'],
    ['token Zk3xV9canaryToken7pQm', 'token [redacted]'],
    ['for <ada@example.org>', 'for <a***@example.org>'],
    ['two\r\nlines', 'two lines'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('stores and logs %j as %j', (message, safe) => {
    expect(safeFailureText(new Error(message), aMail())).toBe(safe);
  });

  it.each([
    ['ada@example.org', 'a***@example.org'],
    ['"a@b"@example.org', '"***@example.org'],
    ['@example.org', '***'],
    ['nonsense', '***'],
  ])('masks %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });
});

describe('the outbox loop', () => {
  it('sends what waits at the start, and what comes when woken, long before the interval', async () => {
    const send = vi.fn(async () => {});
    const service = setUp(send);
    await service.outbox.enqueue(aMail(), service.clock.nowMs());
    const loop = startOutboxLoop(service, { intervalMs: hourMs });
    await expect.poll(() => send.mock.calls.length).toBe(1);
    await service.outbox.enqueue(aMail(), service.clock.nowMs());
    loop.wake();
    await expect.poll(() => send.mock.calls.length).toBe(2);
    await loop.stop();
  });

  it('runs one pass at a time, and one more when woken during it', async () => {
    let release: (() => void) | undefined;
    let claims = 0;
    let active = 0;
    let mostActive = 0;
    const service = setUp(async () => {});
    const claim = async () => {
      claims += 1;
      active += 1;
      mostActive = Math.max(mostActive, active);
      await new Promise<void>((resolve) => (release = resolve));
      active -= 1;
      return [];
    };
    const loop = startOutboxLoop({ ...service, outbox: { ...service.outbox, claim } }, { intervalMs: hourMs });
    for (let n = 0; n < 5; n += 1) loop.wake();
    release?.();
    await expect.poll(() => claims).toBe(2);
    release?.();
    await loop.stop();
    expect([claims, mostActive]).toEqual([2, 1]);
  });

  it('goes on after a pass that failed', async () => {
    const service = setUp(async () => {});
    let claims = 0;
    const claim = async () => {
      claims += 1;
      throw new Error('database is locked');
    };
    const loop = startOutboxLoop({ ...service, outbox: { ...service.outbox, claim } }, { intervalMs: 5 });
    await expect.poll(() => claims).toBeGreaterThan(2);
    await loop.stop();
    expect(service.log.lines[0]).toContain('database is locked');
  });

  it('waits in stop() for the mail on its way, then claims nothing more, also when woken', async () => {
    let release: (() => void) | undefined;
    const send = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
    const service = setUp(send);
    for (let n = 0; n < 3; n += 1) await service.outbox.enqueue(aMail(), service.clock.nowMs());
    const loop = startOutboxLoop(service, { intervalMs: 1, batchSize: 1 });
    await expect.poll(() => send.mock.calls.length).toBe(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped).toBe(false);
    release?.();
    await stopped;
    loop.wake();
    await loop.stop();
    expect(service.outbox.entries.map(({ state }) => state)).toEqual(['sent', 'pending', 'pending']);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
