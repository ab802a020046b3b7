import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../server/src/adapters/mail/smtp.ts';
import { deliverOutbox } from '../../server/src/notifications/deliver-outbox.ts';
import { startOutboxLoop } from '../../server/src/notifications/outbox-loop.ts';
import { dayMs, hourMs, secondMs } from '../../server/src/shared/clock.ts';
import { aMail, from, link, movableClock, recordingLog, token } from './mail-fixtures.ts';
import { createMemoryOutbox } from './memory-outbox.ts';
import { readMessage } from './read-message.ts';
import { smtpReply, startRawServer, startReceiver } from './smtp-receiver.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function closing<T extends { close(): Promise<void> }>(server: T): T {
  closers.push(() => server.close());
  return server;
}

const shortTimeouts = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300, totalTimeout: 600 };

function setUp(url: string, timeouts = {}) {
  const clock = movableClock();
  return {
    clock,
    outbox: createMemoryOutbox(),
    log: recordingLog(),
    mailer: createSmtpMailer({ url, from, clock, timeouts }),
  };
}

async function setUpWithMail(url: string, timeouts = {}) {
  const service = setUp(url, timeouts);
  await service.outbox.enqueue(aMail(), service.clock.nowMs());
  return service;
}

const none = { sent: 0, retried: 0, abandoned: 0, unrecorded: 0 };
const noJitter = { jitter: () => 0 };

describe('delivery of the outbox over SMTP', () => {
  it('reaches the server with its envelope, both parts and the link intact', async () => {
    const server = closing(await startReceiver());
    const service = await setUpWithMail(server.url);
    expect(await deliverOutbox(service)).toEqual({ ...none, sent: 1 });
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'swath@mail.example.org', to: ['ada.lovelace@example.org'] });
    const message = readMessage(mail?.raw ?? '');
    expect(message.headers.get('auto-submitted')).toBe('auto-generated');
    expect(message.headers.get('message-id')).toBe('<mail-1@mail.example.org>');
    expect(message.headers.get('subject')).toBe('Reset your Swath password');
    expect(message.headers.get('content-type')).toContain('multipart/alternative');
    expect(message.text).toContain(`\n${link}\n`.replaceAll('\n', '\r\n'));
    expect(message.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect(await service.outbox.pending()).toBe(0);
  });

  it('keeps the Message-ID when a mail goes out again after the server took its data and deferred it', async () => {
    const ids: (string | undefined)[] = [];
    const server = closing(
      await startReceiver({
        onData(stream, _session, callback) {
          let raw = '';
          stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
          stream.on('end', () => {
            ids.push(readMessage(raw).headers.get('message-id'));
            callback(ids.length === 1 ? smtpReply(451, 'try again') : null);
          });
        },
      }),
    );
    const service = await setUpWithMail(server.url);
    expect(await deliverOutbox(service, noJitter)).toEqual({ ...none, retried: 1 });
    service.clock.forward(30 * secondMs);
    expect(await deliverOutbox(service, noJitter)).toEqual({ ...none, sent: 1 });
    expect(ids).toEqual(['<mail-1@mail.example.org>', '<mail-1@mail.example.org>']);
  });

  it('keeps the mail while the server is down, and sends it once the server is up', async () => {
    const gone = await startReceiver();
    await gone.close();
    const service = await setUpWithMail(gone.url);
    expect(await deliverOutbox(service, noJitter)).toEqual({ ...none, retried: 1 });
    expect(service.outbox.entries[0]?.error).toContain('ECONNREFUSED');
    const server = closing(await startReceiver({}, gone.port));
    expect(await deliverOutbox(service, noJitter)).toEqual(none);
    service.clock.forward(30 * secondMs);
    expect(await deliverOutbox(service, noJitter)).toEqual({ ...none, sent: 1 });
    expect(server.received).toHaveLength(1);
  });

  it('gives up on a server that says nothing, and tries again later', async () => {
    const silent = closing(await startRawServer());
    const service = await setUpWithMail(silent.url, shortTimeouts);
    expect(await deliverOutbox(service, noJitter)).toEqual({ ...none, retried: 1 });
    expect(service.outbox.entries[0]).toMatchObject({ state: 'pending', dueAtMs: service.clock.nowMs() + 30_000 });
  });

  it('gives up on a server that answers in drips, which no idle timeout ends', async () => {
    const dripping = closing(
      await startRawServer((socket) => {
        socket.write('220 hello\r\n');
        const timer = setInterval(() => socket.write('250-more\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const service = await setUpWithMail(dripping.url, shortTimeouts);
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
    expect(service.outbox.entries[0]?.error).toContain('took too long');
  });

  it('retries when the server hangs up in the middle', async () => {
    const rude = closing(await startRawServer((socket) => socket.end('220 hello\r\n')));
    const service = await setUpWithMail(rude.url, shortTimeouts);
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
  });

  it('lets stop() of the loop end within the time-outs while a server hangs', async () => {
    const silent = closing(await startRawServer());
    const service = await setUpWithMail(silent.url, shortTimeouts);
    const loop = startOutboxLoop(service, { intervalMs: 10 });
    await expect.poll(silent.connections).toBe(1);
    const startedAt = performance.now();
    await loop.stop();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(service.outbox.entries[0]).toMatchObject({ state: 'pending', attempts: 1 });
  });

  it.each([
    [421, 'service not available'],
    [450, 'mailbox busy'],
    [452, 'out of storage'],
  ])('retries a recipient refused for now (%i)', async (code, words) => {
    const server = closing(
      await startReceiver({ onRcptTo: (_to, _session, callback) => callback(smtpReply(code, words)) }),
    );
    const service = await setUpWithMail(server.url);
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
    expect(service.outbox.entries[0]?.error).toContain(String(code));
  });

  it.each([
    [550, '5.1.1 user unknown'],
    [553, 'mailbox name not allowed'],
    [501, '5.1.3 bad address'],
  ])('abandons a recipient refused for good (%i), and sends the others', async (code, words) => {
    const server = closing(
      await startReceiver({
        onRcptTo: ({ address }, _session, callback) =>
          callback(address.startsWith('ada') ? smtpReply(code, `${words}: <${address}>`) : null),
      }),
    );
    const service = await setUpWithMail(server.url);
    await service.outbox.enqueue(aMail('bob@example.org'), service.clock.nowMs());
    expect(await deliverOutbox(service)).toEqual({ ...none, abandoned: 1, sent: 1 });
    expect(service.outbox.entries.map(({ state }) => state)).toEqual(['abandoned', 'sent']);
    expect(service.outbox.entries[0]?.error).toContain(`RCPT TO: ${code}`);
  });

  it('abandons a message refused for good after its data', async () => {
    const server = closing(
      await startReceiver({
        onData(stream, _session, callback) {
          stream.resume();
          stream.on('end', () => callback(smtpReply(554, `5.7.1 looks like spam: ${link}`)));
        },
      }),
    );
    const service = await setUpWithMail(server.url);
    expect(await deliverOutbox(service)).toEqual({ ...none, abandoned: 1 });
    expect(service.outbox.entries[0]?.error).toBe('DATA: 554 5.7.1');
  });

  it.each([
    ['sign-in is demanded late', 'onRcptTo', 530, '5.7.0 authentication required'],
    ['relaying is denied', 'onRcptTo', 554, '5.7.1 relay access denied'],
    ['the sender is refused', 'onMailFrom', 550, 'sender not allowed'],
  ] as const)('keeps the mail where %s, which the operator can mend', async (_case, step, code, words) => {
    const server = closing(
      await startReceiver({
        [step]: (_address: unknown, _session: unknown, callback: (error: Error) => void) =>
          callback(smtpReply(code, words)),
      }),
    );
    const service = await setUpWithMail(server.url);
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
  });

  it('keeps the mail when the password is wrong, and sends it with the right one', async () => {
    const server = closing(
      await startReceiver({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, callback) =>
          username === 'us er' && password === 'r1ght:p@ss'
            ? callback(null, { user: 1 })
            : callback(smtpReply(535, `5.7.8 no such pair ${username} ${password}`)),
      }),
    );
    const withAuth = (pass: string) => `smtp://us%20er:${encodeURIComponent(pass)}@127.0.0.1:${server.port}`;
    const service = await setUpWithMail(withAuth('wr0ng:p@ss'));
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
    expect(service.outbox.entries[0]?.error).toMatch(/^AUTH PLAIN: 535/);
    expect(JSON.stringify([service.outbox.entries[0]?.error, service.log.lines])).not.toContain('wr0ng');
    service.clock.forward(hourMs);
    const mended = { ...service, mailer: createSmtpMailer({ url: withAuth('r1ght:p@ss'), from }) };
    expect(await deliverOutbox(mended)).toEqual({ ...none, sent: 1 });
  });

  it.each([
    ['STARTTLS where it is offered', { disabledCommands: [] }, 'smtp'],
    ['TLS from the start', { secure: true }, 'smtps'],
  ])('uses %s, and keeps the mail while the certificate is not trusted', async (_case, options, scheme) => {
    const isSecure: boolean[] = [];
    const server = closing(
      await startReceiver({
        ...options,
        onMailFrom: (_address, session, callback) => {
          isSecure.push(session.secure);
          callback();
        },
      }),
    );
    const service = await setUpWithMail(`${scheme}://127.0.0.1:${server.port}`);
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
    expect(service.outbox.entries[0]?.error).toContain('certificate');
    service.clock.forward(hourMs);
    const url = `${scheme}://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
    expect(await deliverOutbox({ ...service, mailer: createSmtpMailer({ url, from }) })).toEqual({ ...none, sent: 1 });
    expect(isSecure).toEqual([true]);
  });

  it('sends nothing in clear where TLS is required and not offered', async () => {
    const server = closing(await startReceiver());
    const service = await setUpWithMail(`${server.url}?requireTLS=true`);
    expect(await deliverOutbox(service)).toEqual({ ...none, retried: 1 });
    expect(server.received).toHaveLength(0);
  });

  it('never sends a mail twice when passes run side by side', async () => {
    const server = closing(await startReceiver());
    const service = setUp(server.url);
    for (let n = 0; n < 23; n += 1) await service.outbox.enqueue(aMail(`p${n}@example.org`), service.clock.nowMs());
    const counts = await Promise.all([1, 2, 3].map(() => deliverOutbox(service)));
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(23);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(23);
    expect(server.received).toHaveLength(23);
  });

  it('writes no token, body or whole address into the log or the stored error, whatever the server echoes', async () => {
    const server = closing(
      await startReceiver({
        onRcptTo: ({ address }, _session, callback) =>
          callback(smtpReply(450, `greylisted <${address}> see ${link} or ${token}`)),
      }),
    );
    const service = await setUpWithMail(server.url);
    await deliverOutbox(service);
    service.clock.forward(4 * dayMs);
    expect(await deliverOutbox(service)).toEqual({ ...none, abandoned: 1 });
    const written = JSON.stringify([service.outbox.entries[0]?.error, service.log.lines]);
    expect(written).toContain('a***@example.org');
    expect(written).toContain('greylisted');
    for (const secret of ['lovelace', token, 'reset-password', 'Someone']) expect(written).not.toContain(secret);
  });
});
