import { readdirSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobsFolder } from '../../../server/src/adapters/ingest/job-files.ts';
import { manyItems, ndjson } from '../../ingest/support.ts';
import { adminToken } from '../../support/accounts.ts';
import { exchangeBytes } from '../../support/raw-socket.ts';
import { type TestService, startService } from '../../support/start-service.ts';

const withinMs = 1_500;
let swath: TestService;
let token: string;
beforeAll(async () => {
  swath = await startService(
    { SWATH_DISK_LOW_MB: '0', SWATH_INGEST_JOBS: '0', SWATH_INGEST_UPLOAD_LIMIT: '1000000' },
    { bodyWithinMs: withinMs },
  );
  token = await adminToken(swath);
});
afterAll(() => swath.stop());

type Answer = { readonly status: number; readonly text: string };

/** Sends the pieces with a pause before each, and the end only where that is wanted. */
async function drip(path: string, pieces: readonly string[], pauseMs: number, hasEnd = true): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  const sent = request(`${swath.url}${path}`, { method: 'POST', headers, agent: false });
  const answered = answerTo(sent);
  sent.flushHeaders();
  for (const piece of pieces) {
    await setTimeout(pauseMs);
    sent.write(piece);
  }
  if (hasEnd) sent.end();
  const answer = await answered;
  sent.destroy();
  return answer;
}

const answerTo = (sent: ClientRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    sent.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, text: body }), reject);
    });
    sent.on('error', reject);
  });

const lines = (count: number) => manyItems(count).map((item) => ndjson([item]));
const upload = (collection: string) => `/admin/ingest/upload?collection=${collection}&create=true`;

describe('a file that is sent slowly', () => {
  test('is taken as long as it keeps coming, however long that takes', async () => {
    const answer = await drip(upload('slow'), lines(12), withinMs / 10);
    expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('"state":"queued"')]);
  });

  test('is refused where it falls silent, and nothing is left of it', async () => {
    const before = readdirSync(jobsFolder(swath.dataFolder));
    const answer = await drip(upload('silent'), lines(3), 10, false);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('too slowly')]);
    await expect.poll(() => readdirSync(jobsFolder(swath.dataFolder)), { timeout: 10_000 }).toEqual(before);
  });
});

test('any other body is refused where it is not there in time, though it keeps coming', async () => {
  const pieces = Array.from({ length: 12 }, () => ' ');
  const answer = await drip('/search', pieces, withinMs / 10);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('too slowly')]);
});

/** As Python's urllib does it, which asks to be hung up on. */
const send = (headers: readonly string[], body: string) =>
  exchangeBytes(
    swath.url,
    [
      `POST ${upload('refused')} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/x-ndjson',
      ...headers,
      '',
      body,
    ].join('\r\n'),
  );

describe('a file that is refused is answered, though its sender reads nothing before all is sent', () => {
  const large = `${'x'.repeat(4 << 20)}\n`;

  test('from nobody', async () => {
    expect(await send([`Content-Length: ${large.length}`], large)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('too long, which it does not say before', async () => {
    const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const answer = await send([`Authorization: Bearer ${token}`, 'Transfer-Encoding: chunked'], chunked);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});
