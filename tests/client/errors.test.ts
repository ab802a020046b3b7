import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Client, ConnectionError, createClient, SwathError } from '@swath/client';
import { freePort } from '../support/free-port.ts';
import { type Answer, type FakeService, startFakeService } from './fake-service.ts';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function clientOver(answer: Answer | 'hang up') {
  service = await startFakeService(() => answer);
  return createClient({ url: service.url, apiKey: 'key-value', patience: { attempts: 1 } });
}

const withHeaders = (headers: Record<string, string>) =>
  createClient({ url: 'https://imagery.example', fetch: async () => new Response('', { status: 404, headers }) });

const limited = (value: string) => clientOver({ status: 429, body: {}, headers: { 'retry-after': value } });

describe('SwathError', () => {
  test('carries every member of the error object and the request id', async () => {
    const body = { message: 'Bad Request: no', code: 'invalid_parameters', type: 'invalid_request_error' };
    const client = await clientOver({ status: 400, body, headers: { 'x-vendor-requestid': 'abc' } });
    const error = await client.self().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SwathError);
    expect(error).toMatchObject({ ...body, status: 400, requestId: 'abc', retryAfterSeconds: null });
  });

  test('finds the request id under any vendor word', async () => {
    await expect(withHeaders({ 'X-Acme-RequestId': 'abc' }).self()).rejects.toMatchObject({ requestId: 'abc' });
    const both = withHeaders({ 'X-Maxar-RequestId': 'def', 'X-Vendor-RequestId': 'def' });
    await expect(both.self()).rejects.toMatchObject({ requestId: 'def' });
    await expect(withHeaders({}).self()).rejects.toMatchObject({ requestId: null });
  });

  test('reads Retry-After in seconds and as a date', async () => {
    await expect((await limited('17')).self()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 17 });
    await service?.stop();
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const error = await (await limited(soon)).self().catch((caught: unknown) => caught as SwathError);
    expect((error as SwathError).retryAfterSeconds).toBeGreaterThan(27);
    expect((error as SwathError).retryAfterSeconds).toBeLessThanOrEqual(30);
  });

  test('a proxy page in HTML becomes a plain sentence', async () => {
    const client = await clientOver({ status: 502, text: '<html><h1>Bad gateway</h1></html>' });
    await expect(client.self()).rejects.toMatchObject({
      status: 502,
      code: null,
      type: 'http_error',
      message: 'The service answered 502 Bad Gateway',
    });
  });

  test.each([
    ['HTML with 200', { text: '<!doctype html><title>Hotel wifi</title>' }],
    ['nothing with 200', {}],
    ['another JSON with 200', { body: { hello: 'world' } }],
    ['an array with 200', { body: [] }],
    ['null with 200', { body: null }],
  ] satisfies [string, Answer][])('%s is unreadable_answer', async (_name, answer) => {
    const client = await clientOver(answer);
    await expect(client.self()).rejects.toMatchObject({ name: 'SwathError', code: 'unreadable_answer' });
  });

  test('an error body with members of the wrong type does not break the error', async () => {
    const client = await clientOver({ status: 500, body: { message: { deep: true }, code: 7, type: [] } });
    const expected = {
      status: 500,
      code: null,
      type: 'http_error',
      message: 'The service answered 500 Internal Server Error',
    };
    await expect(client.self()).rejects.toMatchObject(expected);
  });
});

describe('ConnectionError', () => {
  test('a port where nobody listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const error = await createClient({ url })
      .self()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toMatch(/^No answer from 127\.0\.0\.1:\d+: /);
  });

  test('a connection that breaks off', async () => {
    await expect((await clientOver('hang up')).self()).rejects.toBeInstanceOf(ConnectionError);
  });

  test('an answer of lines that breaks off in the middle', async () => {
    const cut = { text: '{"type":"Feature"}\n{"ty', headers: { 'content-length': '1000', connection: 'close' } };
    const client = await clientOver(cut);
    const cells = client.selects.cells('1');
    expect((await cells.next()).value).toEqual({ type: 'Feature' });
    await expect(cells.next()).rejects.toBeInstanceOf(ConnectionError);
    await expect(client.ingest.rejects('1')).rejects.toBeInstanceOf(ConnectionError);
    const stopped = client.selects.cells('1', { signal: AbortSignal.abort() });
    await expect(stopped.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a redirect is not followed, so that the key stays with its host', async () => {
    const client = await clientOver({ status: 302, headers: { location: '/elsewhere' } });
    await expect(client.self()).rejects.toBeInstanceOf(ConnectionError);
    expect(service?.callsTo('/elsewhere')).toEqual([]);
  });

  test('an abort is the abort, not a lost connection', async () => {
    const client = await clientOver({ delayMs: 2000, body: {} });
    await expect(client.self({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(client.self({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('addresses', () => {
  test.each(['ftp://host', 'file:///etc', 'https://user:secret@host', 'not an address'])('%s is refused', (url) =>
    expect(() => createClient({ url })).toThrow(TypeError),
  );

  test('a path of the address is kept', async () => {
    service = await startFakeService(() => ({ body: { user: { email: 'e' } } }));
    await createClient({ url: `${service.url}/api/v1/`, apiKey: 'k' }).self();
    expect(service.seen[0]?.path).toBe('/api/v1/auth/self');
  });
});

test.each([
  ['a key that was copied masked', (client: Client) => client.self(), 'sk_…abcd'],
  ['a number that JSON has no word for', (client: Client) => client.catalog.search({ limit: 1n as never }), 'key'],
])('what cannot be sent is told at once, and not as a connection that failed: %s', async (_name, ask, apiKey) => {
  service = await startFakeService(() => ({ status: 503 }));
  const waits = vi.spyOn(globalThis, 'setTimeout');
  await expect(ask(createClient({ url: service.url, apiKey }))).rejects.toBeInstanceOf(TypeError);
  expect(waits).not.toHaveBeenCalled();
  waits.mockRestore();
  expect(service.seen).toEqual([]);
});
