import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorKinds, PlatformError } from '../../server/src/shared/errors.ts';
import { answers, errorAnswer } from '../../server/src/http/errors.ts';
import { adminToken, keysPath } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type CapturedLog, capturedLog } from '../support/captured-log.ts';
import { assert, notFound, uuid4 } from '../support/assert.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
let token: string;
let log: CapturedLog;

beforeAll(async () => {
  log = capturedLog();
  swath = await startService({ SWATH_BODY_LIMIT: '2048' }, { log });
  token = await adminToken(swath);
});
afterAll(() => swath.stop());

const settings = { resetUrl: 'https://x/reset-password', authenticateBadRequestStatus: 400 };

describe('the closed list of errors', () => {
  test.each(errorKinds)('%s has an answer of three members, and of four with a request id', (kind) => {
    const error = new PlatformError(kind, 'reason');
    const { status, body } = errorAnswer(error, settings);
    expect(status).toBe(answers[kind].status);
    expect(Object.keys(body)).toEqual(['message', 'code', 'type']);
    expect(status !== 400 || body.message.startsWith('Bad Request: ')).toBe(true);
    expect(Object.keys(errorAnswer(error, settings, 'id').body)).toEqual(['message', 'code', 'type', 'request_id']);
  });

  test.each([
    ['authenticate_schema', 400, 'invalid_input', 'invalid_request_error'],
    ['authenticate_unparsable', 400, 'unparsable_body', 'invalid_request_error'],
    ['unrecognized_credentials', 401, 'unrecognized_credentials', 'authentication_error'],
    ['refresh_token_ended', 400, 'invalid_grant', 'invalid_request_error'],
    ['unauthorized', 401, null, 'authentication_error'],
    ['forbidden', 403, 'forbidden', 'authorization_error'],
    ['aoi_missing', 400, 'invalid_parameters', 'invalid_request_error'],
    ['geometry_unusable', 400, 'invalid_parameters', 'invalid_request_error'],
    ['select_not_found', 400, null, 'invalid_request_error'],
    ['order_refused', 400, 'invalid_parameters', 'invalid_request_error'],
    ['hd_not_possible', 400, 'invalid_parameter', 'invalid_request_error'],
    ['unparsable_body', 400, 'unparsable_body', 'invalid_request_error'],
    ['invalid_parameters', 400, 'invalid_parameters', 'invalid_request_error'],
    ['not_found', 404, null, 'http_error'],
    ['method_not_allowed', 405, null, 'http_error'],
    ['unsupported_media_type', 415, null, 'http_error'],
    ['conflict', 409, 'conflict', 'invalid_request_error'],
    ['precondition_failed', 412, 'precondition_failed', 'invalid_request_error'],
    ['idempotency_mismatch', 422, 'idempotency_mismatch', 'invalid_request_error'],
    ['unavailable', 503, 'unavailable', 'api_error'],
    ['request_too_large', 413, 'request_too_large', 'invalid_request_error'],
    ['rate_limited', 429, 'rate_limited', 'rate_limit_error'],
    ['internal', 500, 'internal_error', 'api_error'],
  ] as const)('%s is %i, %s, %s', (kind, status, code, type) => {
    expect(answers[kind]).toMatchObject({ status, code, type });
  });

  test.each([
    ['aoi_missing', '', "Bad Request: Either 'intersects' or 'bbox' is required"],
    ['geometry_unusable', 'it crosses itself', 'Bad Request: Problem with intersects/bbox: it crosses itself'],
    ['select_not_found', '123', 'Bad Request: Select ID 123 not found'],
    ['internal', 'secret cause', 'Internal Server Error'],
    ['unauthorized', 'secret cause', 'Unauthorized'],
    ['not_found', 'secret cause', 'Not Found'],
  ] as const)('%s says so', (kind, reason, message) => {
    expect(errorAnswer(new PlatformError(kind, reason), settings).body.message).toBe(message);
  });
});

describe('404', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['DELETE', '/authenticate/x'],
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v2/authenticate'],
    ['PROPFIND', '/nothing'],
    ['GET', '/assets/../package.json'],
    ['GET', '/assets/%2e%2e%2findex.html'],
  ])('%s %s', async (method, path) => {
    assert.refusal(await call(swath.url, method, path), notFound);
  });

  test('whatever the body is', async () => {
    for (const type of ['application/json', 'text/plain', 'garbage', 'application/x-www-form-urlencoded'])
      assert.refusal(
        await call(swath.url, 'POST', '/nothing', { raw: '{', headers: { 'content-type': type } }),
        notFound,
      );
  });

  test.each([
    '/search/nothing',
    '/collections/x',
    '/discovery/v1/nothing',
    '/api/v1/collections/x',
    '/services/imagegrid/x',
  ])('on the catalogue path %s has the request id in the body too', async (path) => {
    const answer = await call(swath.url, 'GET', path, { token });
    const id = answer.headers.get('x-vendor-requestid');
    expect(answer.json()).toEqual({ message: 'Not Found', code: null, type: 'http_error', request_id: id });
  });

  test.each(['/search?limit=1', '/collections?limit=1', '/collection-queryables', '/browse/collections', '/'])(
    '405 on the catalogue path %s has it too',
    async (path) => {
      const answer = await call(swath.url, 'PUT', path);
      expect([answer.status, answer.json()['request_id']]).toEqual([405, answer.headers.get('x-vendor-requestid')]);
    },
  );

  test('401 on a catalogue path has it too', async () => {
    const answer = await call(swath.url, 'GET', '/discovery/v1/search');
    expect(answer.json()).toEqual({
      message: 'Unauthorized',
      code: null,
      type: 'authentication_error',
      request_id: answer.headers.get('x-vendor-requestid'),
    });
  });
});

describe('400 for a path that is no URL', () => {
  test.each(['/%zz', '/auth/%E0%A4%A', '/search/%ff%fe'])('%s', async (path) => {
    const answer = await call(swath.url, 'GET', path);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_parameters', type: 'invalid_request_error' });
    expect(answer.headers.get('x-vendor-requestid')).toMatch(uuid4);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('405 with Allow', () => {
  test.each([
    ['GET', '/authenticate', 'POST, OPTIONS'],
    ['PUT', '/authenticate/', 'POST, OPTIONS'],
    ['PUT', '/search', 'GET, POST, HEAD, OPTIONS'],
    ['PATCH', keysPath, 'POST, GET, DELETE, HEAD, OPTIONS'],
    ['GET', `${keysPath}/id/x`, 'DELETE, OPTIONS'],
    ['POST', '/api/v1/auth/self', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/', 'GET, HEAD, OPTIONS'],
  ])('%s %s', async (method, path, allow) => {
    const body = method === 'GET' ? {} : { raw: 'no JSON', headers: { 'content-type': 'text/plain' } };
    const answer = await call(swath.url, method, path, body);
    expect(answer.json()).toMatchObject({ code: null, type: 'http_error', message: 'Method Not Allowed' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });
});

test('413 for a body over the limit contains the words that a public client looks for', async () => {
  for (const path of [keysPath, '/authenticate', '/search', '/admin/accounts']) {
    const answer = await call(swath.url, 'POST', path, { token, json: { name: 'x'.repeat(3_000) } });
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'request_too_large', type: 'invalid_request_error' });
    expect(answer.json()['message']).toContain('Request Entity Too Large');
  }
});

test('415 for a compressed body', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await call(swath.url, 'POST', keysPath, { token, raw: '{}', headers });
  assert.refusal(answer, { status: 415, code: null, type: 'http_error' });
});

const away = () => Promise.reject(new PlatformError('unavailable', { retryAfterSeconds: 7 }));

test('503 with Retry-After when the store is out of reach', async () => {
  const { sessions, apiKeys } = swath.service;
  const variant = await startVariant(swath.service, {
    sessions: { ...sessions, bearer: away },
    apiKeys: { ...apiKeys, byLookup: away },
    checkStore: away,
  });
  for (const answer of [
    await call(variant.url, 'GET', '/auth/self', { token }),
    await call(variant.url, 'GET', '/readyz'),
  ]) {
    assert.refusal(answer, { status: 503, code: 'unavailable', type: 'api_error', message: /^Service Unavailable/ });
    expect(answer.headers.get('retry-after')).toBe('7');
  }
  expect((await call(variant.url, 'GET', '/livez')).status).toBe(200);
  await variant.stop();
});

test('500 hides everything from the caller and tells the log, which sees no secret', async () => {
  const { apiKeys } = swath.service;
  const secret = 'SELECT * FROM api_keys at /srv/data/app.db';
  const list = () => Promise.reject(new TypeError(secret));
  const variant = await startVariant(swath.service, { apiKeys: { ...apiKeys, list } });
  const answer = await call(variant.url, 'GET', `${keysPath}?vendor_api_key=canary-in-url`, { token });
  await variant.stop();
  assert.refusal(answer, { status: 500, code: 'internal_error', type: 'api_error', message: 'Internal Server Error' });
  for (const [, value] of answer.headers) expect(value).not.toContain('app.db');
  const line = log.lines.find(({ message }) => message === 'unforeseen error')!;
  expect(line.facts).toMatchObject({ id: answer.headers.get('x-vendor-requestid'), error: `TypeError: ${secret}` });
  expect(JSON.stringify(log.lines)).not.toContain('canary-in-url');
  expect(JSON.stringify(log.lines)).not.toContain(token);
});
