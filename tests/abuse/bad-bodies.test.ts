import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../server/src/http/route.ts';
import { bodyRoutes, goodBodies, nameOf, pathTo } from './support/body-routes.ts';
import { type Answer, type CallOptions, call, callUnlessCut } from './support/call.ts';
import { errorProblem } from './support/error-object.ts';
import { type Fixture, healthProblems, startFixture } from './support/fixture.ts';

let fixture: Fixture;
let address = 0;
beforeAll(async () => {
  fixture = await startFixture({ SWATH_TRUSTED_PROXIES: '127.0.0.1', SWATH_BULK_BODY_LIMIT: '1048576' });
});
afterAll(() => fixture.stop());

/** From an address of its own each time: failed sign-ins are throttled by address. */
function send(route: Route, body: unknown, options: CallOptions = {}): Promise<Answer> {
  const from = `10.1.${(++address >> 8) & 255}.${address & 255}`;
  return call(fixture.url, pathTo(route, fixture.victimId), {
    method: route.method,
    bearer: fixture.adminBearer,
    body,
    ...options,
    headers: { 'x-forwarded-for': from, ...options.headers },
  });
}

/** Sends one body to every route that takes one, and names the answers that are not as they should be. */
async function problems(
  make: (route: Route) => unknown,
  expected: readonly number[],
  options: CallOptions = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const route of bodyRoutes(fixture)) {
    const answer = await send(route, make(route), options);
    const problem = errorProblem(answer) ?? (expected.includes(answer.status) ? null : `status ${answer.status}`);
    if (problem !== null) found.push(`${nameOf(route)}: ${problem} ${answer.text.slice(0, 120)}`);
  }
  return found;
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + '1' + close.repeat(depth);
const asText = (route: Route, extra: string) => {
  const text = JSON.stringify(goodBodies[nameOf(route)]);
  return text === '{}' ? `{${extra}}` : `${text.slice(0, -1)},${extra}}`;
};

it('has a sample body for every route that takes one', () => {
  const missing = bodyRoutes(fixture)
    .map(nameOf)
    .filter((name) => goodBodies[name] === undefined);
  expect(missing).toEqual([]);
});

describe('a body that does not parse is 400 unparsable_body on every route', () => {
  const bodies: Record<string, string | Buffer> = {
    'not JSON': 'hello',
    'half JSON': '{"name": "x',
    'two values': '{} {}',
    'a trailing comma': '{"a": 1,}',
    'single quotes': "{'a': 1}",
    NaN: '{"a": NaN}',
    'a number that is none': '{"a": 0x10}',
    'a raw NUL': '{"a": "\0"}',
    'a byte order mark in the middle': '{\uFEFF"a": 1}',
    'invalid UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    'overlong UTF-8': Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
    'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
    XML: '<?xml version="1.0"?><a/>',
    '10,000 arrays deep': nested(10_000, '[', ']'),
    '10,000 objects deep': nested(10_000, '{"a":', '}'),
    'half a million opening brackets': '['.repeat(500_000),
    'a prototype member': '{"__proto__": {"admin": true}}',
    'an escaped prototype member': String.raw`{"\u005f_proto__": {"admin": true}}`,
    'a nested prototype member': '{"a": [{"__proto__": 1}]}',
  };
  it.each(Object.entries(bodies))('%s', async (_, body) => {
    expect(await problems(() => body, [400])).toEqual([]);
  });

  it('a duplicate member', async () => {
    expect(await problems((route) => asText(route, '"x":1,"x":2'), [400])).toEqual([]);
    expect(await problems((route) => asText(route, String.raw`"x":1,"\u0078":2`), [400])).toEqual([]);
  });
});

it('members that every object of the language has are members like any other on every route', async () => {
  const inherited =
    '"constructor":{"prototype":{"admin":true}},"prototype":1,"toString":2,"valueOf":{},"hasOwnProperty":[]';
  const found: string[] = [];
  for (const route of bodyRoutes(fixture)) {
    const answer = await send(route, asText(route, inherited));
    const isFine = answer.status < 500 && (answer.status < 400 || errorProblem(answer) === null);
    if (!isFine || answer.text.includes('unparsable')) found.push(`${nameOf(route)}: ${answer.status} ${answer.text}`);
  }
  expect(found).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(await healthProblems(fixture)).toEqual([]);
});

it('a body that is JSON but no object is 400 on every route', async () => {
  for (const body of ['[]', '"text"', '5', 'true', 'null', '[{}]', '-0', '1e999'])
    expect(await problems(() => body, [400]), `with ${body}`).toEqual([]);
});

it('a member of the wrong type is 400, and the message names it', async () => {
  const wrong = [5, 1e308, true, {}, [[1]], [null], 'text', ''];
  const found: string[] = [];
  let tried = 0;
  for (const route of bodyRoutes(fixture))
    for (const [member, good] of Object.entries(goodBodies[nameOf(route)]!))
      for (const bad of wrong) {
        if (typeof bad === typeof good && Array.isArray(bad) === Array.isArray(good) && typeof bad !== 'object')
          continue;
        if (isFine(bad, member)) continue;
        const answer = await send(route, { ...goodBodies[nameOf(route)], [member]: bad });
        // Orders name members as a path, without quotes.
        const isNamed = [`'${member}`, `Bad Request: ${member}`, `'limits`, `'prices`].some((name) =>
          answer.text.includes(name),
        );
        tried++;
        if (errorProblem(answer) !== null || answer.status !== 400 || !isNamed)
          found.push(`${nameOf(route)} ${member}=${JSON.stringify(bad)}: ${answer.status} ${answer.text}`);
      }
  expect(found).toEqual([]);
  expect(tried).toBeGreaterThan(100);
});

/** An empty object changes no limit, no price and no setting, which is allowed. */
const isFine = (bad: unknown, member: string) =>
  ['limits', 'prices', 'settings', 'output_config', 'search'].includes(member) && JSON.stringify(bad) === '{}';

it('an unknown grant type is 400 invalid_input', async () => {
  for (const grant of [
    '',
    'PASSWORD',
    'client_credentials',
    'password ',
    '__proto__',
    'toString',
    '\0',
    '\ud800',
    'x'.repeat(5_000),
  ]) {
    const answer = await call(fixture.url, '/authenticate', { method: 'POST', body: { grant_type: grant } });
    expect([answer.status, (answer.json as { code: string }).code, errorProblem(answer)]).toEqual([
      400,
      'invalid_input',
      null,
    ]);
    expect(answer.text.length).toBeLessThan(400);
  }
});

it('text that a database may not take (NUL, lone surrogates, astral, 100 kB) is stored, found or refused, never a fault', async () => {
  const found: string[] = [];
  for (const route of bodyRoutes(fixture))
    for (const text of [
      '\0',
      'a\0b@example.com',
      '\ud800',
      'x\udfff@example.com',
      '😀@example.com',
      'é'.repeat(50_000),
      '\u2028',
      '\u202e',
    ])
      for (const [member, good] of Object.entries(goodBodies[nameOf(route)]!)) {
        if (typeof good !== 'string' && !Array.isArray(good)) continue;
        const bad = Array.isArray(good) ? [text] : text;
        const problem = errorProblem(await send(route, { ...goodBodies[nameOf(route)], [member]: bad }));
        if (problem !== null) found.push(`${nameOf(route)} ${member}: ${problem}`);
      }
  expect(found).toEqual([]);
});

const takesForms = (route: Route) => route.operation.bodyKind === 'json-or-form';

it('a wrong content type is 415, except where forms are taken too', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '*/*',
    'application/x-www-form-urlencoded',
  ])
    for (const route of bodyRoutes(fixture)) {
      const answer = await send(route, JSON.stringify(goodBodies[nameOf(route)]), {
        headers: { 'content-type': type },
      });
      expect(errorProblem(answer), `on ${nameOf(route)}`).toBeNull();
      expect(answer.status === 415, `${nameOf(route)} ${type} ${answer.status}`).toBe(!takesForms(route));
    }
});

it('a content type that is none of the media types at all is 415, and on the token endpoints nothing', async () => {
  for (const type of [';', 'json', 'application/', '/json', 'application/json/x', 'a b/c', ';;;=;', 'é/x'])
    for (const route of bodyRoutes(fixture)) {
      const answer = await send(route, JSON.stringify(goodBodies[nameOf(route)]), {
        headers: { 'content-type': type },
      });
      const expected = takesForms(route) ? [200, 401, 429] : [415];
      expect(errorProblem(answer), `${nameOf(route)} ${type}`).toBeNull();
      expect(expected, `${nameOf(route)} '${type}' ${answer.status}`).toContain(answer.status);
    }
});

it('a compressed body is 415, on token endpoints 400: no bomb is ever inflated', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, 0x20));
  for (const encoding of ['gzip', 'deflate', 'br', 'GZIP', 'gzip, gzip'])
    expect(
      await problems(() => bomb, [400, 415], { headers: { 'content-encoding': encoding } }),
      `with ${encoding}`,
    ).toEqual([]);
});

it('a body of 10 MB is 413 on every route, or cut off while it is still being sent; memory stays flat', async () => {
  const before = process.memoryUsage().rss;
  const body = Buffer.alloc(10_000_000, 0x61);
  const unknownLength = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
  const seen: string[] = [];
  for (const route of bodyRoutes(fixture))
    for (const headers of [{}, unknownLength]) {
      const options = { method: route.method, bearer: fixture.adminBearer, body, headers };
      const answer = await callUnlessCut(fixture.url, pathTo(route, fixture.victimId), options);
      if (answer !== null) seen.push(errorProblem(answer) ?? String(answer.status));
    }
  expect(new Set(seen)).toEqual(new Set(['413']));
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

it('afterwards all is as it was', async () => {
  expect(await healthProblems(fixture)).toEqual([]);
});
