import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { smtpReply, startRawServer, startReceiver } from '../notifications/smtp-receiver.ts';
import { freePort } from '../support/free-port.ts';
import { until, untilEnded } from '../abuse/support/orders/order-client.ts';
import { type OrderDesk, openDesk } from '../abuse/support/orders/order-desk.ts';

const told = { notifications: [{ type: 'email', address: 'customer@example.com' }] };

const deskWithMail = (url: string) => openDesk({ SWATH_SMTP_URL: url });

async function expectsDelivery(desk: OrderDesk): Promise<string> {
  const id = await desk.order(told);
  expect((await untilEnded(desk.client, id)).state).toBe('SUCCEEDED');
  return id;
}

it('the mail server is down: the order ends all the same, and the mail leaves when it is up', async () => {
  const port = await freePort();
  const desk = await deskWithMail(`smtp://127.0.0.1:${port}`);
  const id = await expectsDelivery(desk);
  expect(await desk.service.outbox.pending()).toBe(1);
  const server = await startReceiver({}, port);
  onTestFinished(() => server.close());
  desk.advance(60_000);
  expect(await until(() => server.received.length > 0)).toBe(true);
  expect(server.received).toMatchObject([{ to: ['customer@example.com'] }]);
  expect(server.received[0]!.raw).toContain(id);
}, 180_000);

it('the mail server takes connections and says nothing: orders end meanwhile, and the mails leave when it speaks', async () => {
  const silent = await startRawServer();
  onTestFinished(() => silent.close());
  const desk = await deskWithMail(silent.url);
  const ids = [await expectsDelivery(desk)];
  expect(await until(() => silent.connections() > 0)).toBe(true);
  ids.push(await expectsDelivery(desk));
  expect(await desk.service.outbox.pending()).toBe(2);
  await silent.close();
  const server = await startReceiver({}, Number(new URL(silent.url).port));
  onTestFinished(() => server.close());
  const haveLeft = async () => {
    desk.advance(60_000);
    await setTimeout(500);
    return server.received.length === 2;
  };
  expect(await until(haveLeft)).toBe(true);
  expect(ids.map((id) => server.received.filter(({ raw }) => raw.includes(id)).length)).toEqual([1, 1]);
}, 180_000);

it('the mail server defers: the order ends all the same, and the same mail leaves later', async () => {
  const ids: (string | undefined)[] = [];
  const state = { isDeferring: true };
  const server = await startReceiver({
    onData(stream, _session, callback) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
      stream.on('end', () => {
        ids.push(/^Message-ID: (.*)$/im.exec(raw)?.[1]);
        callback(state.isDeferring ? smtpReply(451, 'come back later') : null);
      });
    },
  });
  onTestFinished(() => server.close());
  const desk = await deskWithMail(server.url);
  await expectsDelivery(desk);
  expect(await until(() => ids.length === 1)).toBe(true);
  state.isDeferring = false;
  desk.advance(60_000);
  expect(await until(() => ids.length === 2)).toBe(true);
  expect(ids[1]).toBe(ids[0]);
  expect(await until(async () => (await desk.service.outbox.pending()) === 0)).toBe(true);
}, 180_000);

it('the mail server refuses the address for good: the order is not touched by that', async () => {
  const server = await startReceiver({
    onRcptTo: (_address, _session, callback) => callback(smtpReply(550, 'unknown')),
  });
  onTestFinished(() => server.close());
  const desk = await deskWithMail(server.url);
  await expectsDelivery(desk);
  expect(await until(async () => (await desk.service.outbox.pending()) === 0)).toBe(true);
  expect(server.received).toEqual([]);
}, 180_000);
