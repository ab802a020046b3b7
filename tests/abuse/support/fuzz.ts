import { mounts } from '../../../server/src/http/mount-routes.ts';
import type { Route } from '../../../server/src/http/route.ts';
import { cookieName } from '../../../server/src/http/routes/session.ts';
import { allRoutes, goodBodies, nameOf } from './body-routes.ts';
import { type Answer, type CallOptions, call } from './call.ts';
import { errorProblem } from './error-object.ts';
import type { Fixture } from './fixture.ts';
import { mutatedBody, nastyTexts } from './nasty-values.ts';
import { type Random, createRandom } from '../../support/seeded-random.ts';

type FuzzRequest = { readonly path: string; readonly options: CallOptions & { readonly method: string } };
export type FuzzReport = {
  readonly problems: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly routes: number;
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const contentTypes = [
  'application/json',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/geo+json',
  'multipart/form-data',
  ';',
  '*/*',
];
const queryNames = [
  'limit',
  'after',
  'target',
  'id',
  'vendor_api_key',
  'maxar_api_token',
  '__proto__',
  'bbox',
  'a[b]',
  '',
];

/** Lone surrogates cannot be encoded; as bytes they become the replacement character. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function pathOf(random: Random, route: Route, ids: readonly string[]): string {
  const mounted = random.pick(mounts(route.path, route.part));
  const filled = mounted.replace(/:\w+|\*/g, () => encoded(random.pick([...ids, ...nastyTexts])));
  const tail = random.chance(0.1) ? random.pick(['/', '//', '/x', '%', '%00', '/..', ';a']) : '';
  if (random.chance(0.6)) return filled + tail;
  const pairs = Array.from({ length: 1 + random.below(3) }, () => {
    const value = random.pick(nastyTexts);
    return `${encoded(random.pick(queryNames))}=${random.chance(0.1) ? '%E0%' : encoded(value)}`;
  });
  return `${filled}${tail}?${pairs.join('&')}`;
}

function credentialOf(random: Random, fixture: Fixture): Pick<CallOptions, 'bearer' | 'key' | 'headers'> {
  const { adminBearer, memberBearer, key } = fixture;
  return random.pick([
    {},
    { bearer: adminBearer },
    { bearer: adminBearer },
    { bearer: memberBearer },
    { key: key.api_key },
    { bearer: `${adminBearer}x` },
    { bearer: key.api_key },
    { key: 'x' },
    { key: key.api_key, bearer: 'x' },
    { headers: { cookie: `${cookieName(fixture.service.config)}=none` } },
    { headers: { authorization: 'Basic eDp5' } },
  ]);
}

function fuzzRequest(random: Random, route: Route, fixture: Fixture): FuzzRequest {
  const method = random.chance(0.9) ? route.method : random.pick(methods);
  const credential = credentialOf(random, fixture);
  const good = goodBodies[nameOf(route)];
  const hasBody = good !== undefined ? random.chance(0.95) : random.chance(0.15);
  const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
  const headers = {
    'x-forwarded-for': from,
    ...(hasBody ? { 'content-type': random.chance(0.8) ? contentTypes[0]! : random.pick(contentTypes) } : {}),
    ...(random.chance(0.05) ? { 'content-encoding': random.pick(['gzip', 'identity', 'x']) } : {}),
    ...(random.chance(0.1) ? { accept: random.pick(['text/html', '*/*', 'x', 'application/xml']) } : {}),
    ...(random.chance(0.1) ? { origin: random.pick(['null', 'http://x', '%']) } : {}),
    ...credential.headers,
  };
  const body = hasBody ? mutatedBody(random, good ?? { a: 1 }) : undefined;
  return { path: pathOf(random, route, [fixture.victimId]), options: { ...credential, method, headers, body } };
}

/** What is wrong with an answer, or null. Without a credential nothing protected may succeed. */
function problemWith(route: Route, { options }: FuzzRequest, answer: Answer): string | null {
  const isOpen = route.access.credentials.has('none') || route.access.credentials.has('cookie');
  const isAnonymous = options.bearer === undefined && options.key === undefined;
  if (!isOpen && isAnonymous && answer.status < 400 && options.method !== 'OPTIONS')
    return `let nobody in: ${answer.status}`;
  return errorProblem(answer, options.method);
}

/** `count` requests over every row of the route table, the same ones for the same seed. */
export async function fuzz(fixture: Fixture, seed: number, count: number, atOnce = 16): Promise<FuzzReport> {
  const random = createRandom(seed);
  const routes = allRoutes(fixture);
  const problems: string[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const one = async () => {
    while (next < count && problems.length < 20) {
      const number = next++;
      const route = routes[number % routes.length]!;
      const request = fuzzRequest(random, route, fixture);
      const told = `seed ${seed}, request ${number}: ${request.options.method} ${request.path.slice(0, 200)} ${String(request.options.body).slice(0, 200)}`;
      try {
        const answer = await call(fixture.url, request.path, request.options);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const problem = problemWith(route, request, answer);
        if (problem !== null) problems.push(`${told}: ${problem}`);
      } catch (error) {
        problems.push(`${told}: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { problems, statuses, routes: routes.length };
}
