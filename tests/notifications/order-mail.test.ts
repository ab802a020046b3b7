import { afterEach, describe, expect, test } from 'vitest';
import { composeMessage, parseSender } from '../../server/src/adapters/mail/compose-message.ts';
import { createSmtpMailer } from '../../server/src/adapters/mail/smtp.ts';
import { deliverOutbox } from '../../server/src/notifications/deliver-outbox.ts';
import { orderEndedMail } from '../../server/src/notifications/templates/order-ended.ts';
import { costInWords, sizeInWords } from '../../server/src/notifications/templates/quantities.ts';
import { from, movableClock, recordingLog, startMs } from './mail-fixtures.ts';
import { createMemoryOutbox } from './memory-outbox.ts';
import { anOrderMail, failedTiles } from './order-mail-fixtures.ts';
import { readMessage } from './read-message.ts';
import { startReceiver } from './smtp-receiver.ts';

/** What is read, whichever part is looked at. */
const words = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const expectInBoth = (mail: { text: string; html: string }, ...texts: string[]) => {
  for (const text of texts) {
    expect(mail.text).toContain(text);
    expect(words(mail.html)).toContain(text);
  }
};

describe('the mail about an order', () => {
  test('that succeeded tells what was delivered, where, and for how much, in text and in HTML', () => {
    const mail = orderEndedMail(anOrderMail());
    expect(mail.subject).toBe('Order 5149112381921233190 was delivered');
    expectInBoth(
      mail,
      'All of its 1,204 tiles are in the bucket.',
      '1,204 of 1,204',
      '30,012.35 sq km',
      '3,616 files, 12.3 GB',
      'my-bucket',
      'a/b/5149112381921233190-manifest.json',
      '12.35 sq km, 1,234.50',
      '1,684.75',
      'https://swath.example.org/order/5149112381921233190/manifest',
    );
    expect(mail.text + mail.html).not.toMatch(/What failed|Training|retry|Reason/);
  });

  test('counts no tile as there in whose cell the imagery shows nothing', () => {
    const tiles = { total: 6, delivered: 6, failed: 0 };
    const mail = orderEndedMail(anOrderMail({ tiles, emptyTiles: 2 }));
    expect(mail.text).toContain('4 of its 6 tiles are in the bucket. In 2 the imagery shows nothing.');
  });

  test('says not priced where a class that was used has no price', () => {
    const usage = [
      { age: 'fresh', areaSqkm: 1, cost: 5 },
      { age: 'training', areaSqkm: 2, cost: null },
    ];
    const mail = orderEndedMail(anOrderMail({ usage }));
    expect(mail.text).toContain('Fresh imagery: 1.00 sq km, 5.00\n');
    expect(mail.text).toContain('Training imagery: 2.00 sq km, not priced\n');
    expect(mail.text).toContain('Cost: not priced\n');
  });

  test('that was delivered in part names ten of the tiles that failed, with reasons, and how many more', () => {
    const tiles = { total: 20, delivered: 7, failed: 13 };
    const mail = orderEndedMail(
      anOrderMail({ state: 'PARTIAL', failure: 'some tiles failed', tiles, failedTiles: failedTiles(13) }),
    );
    expect(mail.subject).toBe('Order 5149112381921233190 was delivered in part');
    expectInBoth(mail, '7 of its 20 tiles are in the bucket. 13 failed.', 'Reason: some tiles failed');
    expectInBoth(mail, 'the file is gone (0)', 'the file is gone (9)', '3 more tiles', '/retry');
    expect(mail.text + mail.html).not.toContain('the file is gone (10)');
  });

  test('that failed says why, and has no manifest to show', () => {
    const tiles = { total: 1, delivered: 0, failed: 1 };
    const nothing = { acquisitions: 0, files: 0, bytes: 0, manifestKey: null, usage: [] };
    const mail = orderEndedMail(
      anOrderMail({ state: 'FAILED', failure: 'the bucket is gone', tiles, ...nothing, failedTiles: failedTiles(1) }),
    );
    expect(mail.subject).toContain('failed');
    expectInBoth(
      mail,
      'None of its 1 tile is in the bucket. 1 failed.',
      'Reason: the bucket is gone',
      '0 files, 0 bytes',
    );
    expect(mail.text + mail.html).not.toMatch(/[Mm]anifest|more tile/);
  });

  test('that was cancelled says so, and promises no retry', () => {
    const tiles = { total: 9, delivered: 1, failed: 0 };
    const mail = orderEndedMail(anOrderMail({ state: 'CANCELLED', tiles, manifestKey: null }));
    expect(mail.subject).toContain('was cancelled');
    expectInBoth(mail, '1 of its 9 tiles is in the bucket.');
    expect(mail.text).not.toContain('retry');
  });

  test('to the managed bucket links to the files and says how long they are kept', () => {
    const place = { bucket: 'managed', prefix: '5149112381921233190', keptDays: 30 };
    const mail = orderEndedMail(anOrderMail({ place }));
    expect(mail.html).toContain('href="https://swath.example.org/order/5149112381921233190/files"');
    expectInBoth(mail, 'kept by the service', 'keeps the files for 30 days', '/order/5149112381921233190/manifest');
  });

  test('loads nothing from elsewhere and sets no colour that one of the themes would hide', () => {
    const { html } = orderEndedMail(anOrderMail());
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(/);
    expect(html.replaceAll(/<a .*?<\/a>/g, '')).not.toMatch(/[^-]color:#|background/);
  });
});

describe('hostile text in an order', () => {
  const hostile = `"><img src=x onerror=alert(1)>\r\nBcc: victim@example.org\r\n\r\n<b>body</b>\u202Egnp`;
  const everywhere = anOrderMail({
    state: 'PARTIAL',
    orderId: hostile,
    failure: hostile,
    tiles: { total: 2, delivered: 1, failed: 1 },
    place: { bucket: hostile, prefix: hostile, keptDays: null },
    manifestKey: hostile,
    failedTiles: [{ acquisitionId: hostile, cellId: hostile, error: hostile }],
    usage: [{ age: hostile, areaSqkm: 1, cost: null }],
  });

  test('is harmless text on one line, in both parts and in the headers', async () => {
    const mail = orderEndedMail(everywhere);
    expect(mail.html).not.toMatch(/<img|<b>|\u202E/);
    expect(mail.text).not.toMatch(/\u202E|^Bcc:/m);
    const message = await composeMessage(mail, 'id', parseSender(from), new Date(startMs));
    const { headerNames } = readMessage(message.bytes.toString());
    expect(headerNames.filter((name) => ['bcc', 'cc', 'to'].includes(name))).toEqual(['to']);
  });

  test('is cut where it is long', () => {
    const long = 'x'.repeat(100_000);
    const tiles = [{ acquisitionId: long, cellId: long, error: long }];
    const mail = orderEndedMail(anOrderMail({ state: 'PARTIAL', failure: long, failedTiles: tiles }));
    expect(mail.text.length).toBeLessThan(4_000);
    expect(mail.html.length).toBeLessThan(12_000);
  });
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [12_345_678_901, '12.3 GB'],
  [5e18, '5000.0 PB'],
])('%d is shown as %s', (bytes, expected) => expect(sizeInWords(bytes)).toBe(expected));

test('a cost of nothing is a cost', () => expect([costInWords(0), costInWords(null)]).toEqual(['0.00', 'not priced']));

describe('a real mail server', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  test('receives the mail in both parts as it was made', async () => {
    const receiver = await startReceiver();
    const mailer = createSmtpMailer({ url: receiver.url, from });
    closers.push(
      () => mailer.close(),
      () => receiver.close(),
    );
    const service = { outbox: createMemoryOutbox(), clock: movableClock(), log: recordingLog(), mailer };
    const mail = orderEndedMail(anOrderMail());
    await service.outbox.enqueue(mail, service.clock.nowMs());
    expect(await deliverOutbox(service)).toMatchObject({ sent: 1 });
    const [{ to, raw }] = receiver.received as [(typeof receiver.received)[0]];
    const message = readMessage(raw);
    expect(to).toEqual(['ada@example.org']);
    expect(message.headers.get('subject')).toBe(mail.subject);
    expect(message.text.replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim());
    expect(message.html.replaceAll('\r\n', '\n').trim()).toBe(mail.html.trim());
  });
});
