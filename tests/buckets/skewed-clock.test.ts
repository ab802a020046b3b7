import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../support/listen.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';
import { invented } from './support/streams.ts';

const [aheadMs, allowedMs] = [3_600_000, 15 * 60_000];
const asked: string[] = [];
let server: Listening;

const instantOf = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

beforeAll(async () => {
  const ahead = createServer((request, response) => {
    const nowMs = Date.now() + aheadMs;
    const isSkewed = Math.abs(instantOf(String(request.headers['x-amz-date'])) - nowMs) > allowedMs;
    asked.push(`${request.method} ${isSkewed}`);
    response.setHeader('date', new Date(nowMs).toUTCString());
    request.resume().on('end', () => {
      if (!isSkewed) return void response.writeHead(200, { etag: '"1"' }).end();
      const body = '<?xml version="1.0"?><Error><Code>RequestTimeTooSkewed</Code><Message>no</Message></Error>';
      return void response.writeHead(403, { 'content-type': 'application/xml' }).end(body);
    });
  });
  server = await listen(ahead);
});
afterAll(() => server.close());

test('a bucket whose clock is an hour ahead is written to by its own time, from the second request on', async () => {
  const bucket = await bucketsIn('/nowhere', atEndpoint(server.url)).open({ kind: 'named', name: 'theirs' });
  await bucket.put('a', Buffer.from('a'), { contentType: 'text/plain' });
  await bucket.put('b', invented(1_000), { contentType: 'text/plain' });
  bucket.close();
  expect(asked).toEqual(['PUT true', 'PUT false', 'PUT false']);
});
