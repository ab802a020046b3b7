import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KeyRecord, adminToken, keysPath } from '../support/accounts.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let token: string;

beforeAll(async () => {
  swath = await startService();
  token = await adminToken(swath);
});
afterAll(() => swath.stop());

type Reply = { readonly status: number; readonly body: string };

/** Sends exactly the header lines that python-requests sends, in its order and spelling. */
async function replay(method: string, path: string, body?: string): Promise<Reply> {
  const sent = request(`${swath.url}${path}`, {
    method,
    agent: false,
    headers: [
      ['Host', new URL(swath.url).host],
      ['User-Agent', 'python-requests/2.31.0'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['Accept', '*/*'],
      ['Connection', 'keep-alive'],
      ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
      ['Authorization', `Bearer ${token}`],
      ...(method === 'GET' ? [] : [['Content-Length', String(Buffer.byteLength(body ?? ''))]]),
    ].flat(),
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const isPacked = answer.headers['content-encoding'] === 'gzip';
  return { status: answer.statusCode!, body: (isPacked ? gunzipSync(bytes) : bytes).toString() };
}

// The client formats local time plus 180 days, without a zone; this one sits 14 h east of UTC.
const inLocalTime = (hoursEast: number) =>
  new Date(Date.now() + 180 * 86_400_000 + hoursEast * 3_600_000 - 1_000).toISOString().slice(0, 19).replace('T', ' ');

test.each([
  ['with empty members', '{"name": "", "description": ""}'],
  ['with a lifespan, in UTC', JSON.stringify({ name: 'my key', description: '', expiration_date: inLocalTime(0) })],
  ['with a lifespan, 14 h east', JSON.stringify({ name: 'my key', description: '', expiration_date: inLocalTime(14) })],
])('generate_key %s', async (_, body) => {
  const { status, body: text } = await replay('POST', keysPath, body);
  expect(status).toBe(200);
  const record = JSON.parse(text) as KeyRecord;
  const asked = JSON.parse(body) as { name: string };
  expect([record.name, record.description]).toEqual([asked.name, '']);
  expect(record.api_key).toMatch(/^swath_/);
});

test('list_keys finds every record by id, name, description and value', async () => {
  const { status, body } = await replay('GET', keysPath);
  expect(status).toBe(200);
  const list = JSON.parse(body) as KeyRecord[];
  expect(list.length).toBeGreaterThan(2);
  for (const record of list)
    for (const member of ['id', 'name', 'description', 'api_key'] as const)
      expect(typeof record[member]).toBe('string');
});

test('delete_key: 204, then 404 with JSON', async () => {
  const { id } = JSON.parse((await replay('POST', keysPath, '{"name": "", "description": ""}')).body) as KeyRecord;
  expect(await replay('DELETE', `${keysPath}/id/${id}`)).toEqual({ status: 204, body: '' });
  const again = await replay('DELETE', `${keysPath}/id/${id}`);
  expect(again.status).toBe(404);
  expect(JSON.parse(again.body)).toEqual({ message: 'Not Found', code: null, type: 'http_error' });
});

test('a wrong token is a 401 whose message the client shows', async () => {
  const good = token;
  token = 'expired';
  const { status, body } = await replay('GET', keysPath);
  token = good;
  expect([status, (JSON.parse(body) as { message: string }).message]).toEqual([401, 'Unauthorized']);
});
