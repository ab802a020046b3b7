import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { createMetrics } from '../../server/src/http/metrics.ts';
import { routeTable } from '../../server/src/http/route-table.ts';
import type { Route } from '../../server/src/http/route.ts';
import { mounts } from '../../server/src/http/mount-routes.ts';
import { createServer } from '../../server/src/http/server.ts';
import { call } from '../support/call.ts';
import { type Carrier, type CredentialShelf, fillShelf } from '../support/credential-shelf.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';

const settings = { SWATH_TOKEN_PATH_ALIASES: '1' };
const routes = routeTable(readConfig(settings), { metrics: createMetrics() });
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

let swath: TestService;
let shelf: CredentialShelf;

beforeAll(async () => {
  const clock = movableClock();
  swath = await startService(settings, { clock });
  shelf = await fillShelf(swath, clock);
});
afterAll(() => swath.stop());

type Outcome = 'allowed' | 401 | 403;

const under = (prefix: RegExp) => routes.filter(({ path }) => prefix.test(path));
const isPublic = ({ access }: Route) => access.credentials.has('none');

/** What the access row says, and nothing else. */
function expected({ access }: Route, carrier: Carrier): Outcome {
  if (access.credentials.has('none')) return 'allowed';
  if (!access.credentials.has(carrier.kind) || !carrier.isLive) return 401;
  return access.permission === undefined || carrier.permissions.includes(access.permission) ? 'allowed' : 403;
}

/** Signing out is 204 also for a browser that is not signed in: there is nothing to end and nothing to tell. */
const harmlessWithoutCredential = 'DELETE /auth/session';

/** No body, and ids of nothing: who is let in gets 400 or 404 at most, and nothing changes. */
const address = (path: string, id: string, query = '') =>
  `${path.replace(':realm', 'mds').replace(':id', id).replace(':item', id).replace('*', 'x')}${query && `?${query}`}`;

async function outcome(method: string, path: string, { query, ...carrier }: Carrier): Promise<Outcome> {
  const { status } = await call(swath.url, method, address(path, 'unknown', query), carrier);
  expect(status).toBeLessThan(500);
  return status === 401 || status === 403 ? status : 'allowed';
}

async function outcomes(method: string, path: string, names = Object.keys(shelf.carriers)) {
  const rows = names.map(async (name) => [name, await outcome(method, path, shelf.carriers[name]!)]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, Outcome>;
}

function allExpected(route: Route, names = Object.keys(shelf.carriers)): Record<string, Outcome> {
  const isHarmless = `${route.method} ${route.path}` === harmlessWithoutCredential;
  return Object.fromEntries(
    names.map((name) => [name, isHarmless ? 'allowed' : expected(route, shelf.carriers[name]!)]),
  );
}

describe('every route with every credential is as its access row says', () => {
  test.each(named.filter(([, route]) => !route.access.credentials.has('cookie')))('%s', async (_, route) => {
    expect(await outcomes(route.method, route.path)).toEqual(allExpected(route));
  });

  // Last, because signing out ends the cookie.
  test.each(named.filter(([, route]) => route.access.credentials.has('cookie')))('%s', async (_, route) => {
    expect(await outcomes(route.method, route.path)).toEqual(allExpected(route));
  });
});

describe('the mounts and HEAD let in exactly the same', () => {
  const sample = ['none', 'live token', 'key in URL', 'expired key', 'admin', 'key without permissions'];

  test.each(named.filter(([, { path }]) => path !== '/auth/session'))('%s', async (_, route) => {
    const [, ...prefixed] = mounts(route.path, route.part);
    const wanted = allExpected(route, sample);
    const same: [string, string][] = [...prefixed, `${route.path.replace(/\/$/, '')}/`].map((path) => [
      route.method,
      path,
    ]);
    if (route.method === 'GET') same.push(['HEAD', route.path]);
    for (const [method, path] of same)
      expect({ method, path, ...(await outcomes(method, path, sample)) }).toEqual({ method, path, ...wanted });
  });
});

// Collections belong to no account: what is hidden of them is in the tests of grants.
describe("another account's object is one that does not exist", () => {
  const owned = named.filter(
    ([, { path, access, part }]) => path.includes(':id') && access.permission !== 'admin' && part !== 'stac',
  );

  test('there are such routes', () => expect(owned.length).toBeGreaterThan(1));

  test.each(owned)('%s', async (_, route) => {
    const { keyId, projectId } = shelf.foreign;
    const { token } = shelf.carriers['live token']!;
    const ask = (id: string) => call(swath.url, route.method, address(route.path, id), { token: token! });
    const [foreign, unknown] = [
      await ask(route.path.startsWith('/projects') ? projectId : keyId),
      await ask('unknown'),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});

describe('the table itself', () => {
  test('a route without an access row cannot be registered', async () => {
    const { app } = await createServer(swath.service);
    expect(() => app.get('/extra', () => 'extra')).toThrow('route /extra has no access row');
    await app.close();
  });

  test('the public routes are these and no others', () => {
    expect(
      named
        .filter(([, route]) => isPublic(route))
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'GET /',
      'GET /app',
      'GET /app/*',
      'GET /assets/*',
      'GET /conformance',
      'GET /docs',
      'GET /healthcheck',
      'GET /livez',
      'GET /metrics',
      'GET /openapi.json',
      'GET /readyz',
      'GET /reset-password',
      'GET /status',
      'GET /welcome',
      'POST /auth/authenticate',
      'POST /auth/password-reset',
      'POST /auth/password-reset/confirm',
      'POST /auth/realms/:realm/protocol/openid-connect/token',
      'POST /auth/session',
      'POST /authenticate',
      'POST /oauth/revoke',
    ]);
  });

  test('a cookie opens /auth/session alone', () => {
    const byCookie = routes.filter(({ access }) => access.credentials.has('cookie'));
    expect(new Set(byCookie.map(({ path }) => path))).toEqual(new Set(['/auth/session']));
  });

  test('administration and keys take bearer tokens alone, administration needs admin', () => {
    const guarded = under(/^\/(?:admin|api-key|projects)/);
    expect(guarded.filter(({ access }) => [...access.credentials].join() !== 'bearer')).toEqual([]);
    expect(under(/^\/admin/).filter(({ access }) => access.permission !== 'admin')).toEqual([]);
    expect(guarded.length).toBeGreaterThan(10);
  });

  test('every method and path is there once', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(routes.length);
  });
});
