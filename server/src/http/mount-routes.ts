import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Value } from 'typebox/value';
import { type Actor } from '../accounts/audit.ts';
import { actorOf } from '../accounts/principal.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { identify, requireAccess } from './authorize.ts';
import type { KeyNames } from './credentials.ts';
import './fastify-types.ts';
import { documentationOf } from './openapi.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import type { Operation, Route } from './route.ts';
import type { ServerOptions } from './server.ts';

type MountOptions = ServerOptions & {
  readonly names: KeyNames;
  readonly mounts: (path: string, part: Route['part']) => readonly string[];
};

/** Registers every row of the table at each of its mounts; a route that has no access row cannot be registered. */
export async function mountRoutes(
  app: FastifyInstance,
  service: Service,
  routes: readonly Route[],
  options: MountOptions,
) {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.access === undefined) throw new Error(`route ${url} has no access row`);
  });
  const limiter = createRateLimiter(service.config.SWATH_RATE_LIMIT, service.clock);
  for (const route of routes)
    for (const url of options.mounts(route.path, route.part))
      app.route(fastifyRoute(service, route, url, limiter, options));
}

function fastifyRoute(
  service: Service,
  route: Route,
  url: string,
  limiter: RateLimiter | null,
  options: MountOptions,
): RouteOptions {
  const { operation, access } = route;
  return {
    method: route.method,
    url,
    schema: {
      ...(operation.body ? { body: operation.body } : {}),
      ...(operation.query ? { querystring: operation.query } : {}),
      ...(operation.params ? { params: operation.params } : {}),
      ...documentationOf(route, url),
    },
    ...(operation.checksOwnBody ? { validatorCompiler: () => () => true } : {}),
    config: { access, bodyKind: operation.bodyKind ?? 'json', part: route.part },
    onRequest: (request, reply) => admit(service, route, limiter, options, request, reply),
    preValidation: requireBody(operation),
    handler: async (request, reply) => {
      const answer = await operation.handle(service, callOf(request, reply));
      if (options.checksAnswers) checkAnswer(operation, reply.statusCode, answer, reply.sent);
      return answer;
    },
  };
}

/** Credential, rate limit, permission, in this order: also a caller who is refused has used up a request. */
async function admit(...[service, route, limiter, options, request, reply]: Parameters<AdmitHook>): Promise<void> {
  const { access } = route;
  const isPublic = access.credentials.has('none') || access.credentials.has('cookie') || access.signed === true;
  request.principal = isPublic ? null : await identify(service, request.raw, options.names, access);
  if (limiter !== null && route.operation.tag !== 'Health') takeAllowance(limiter, request, reply);
  if (isPublic) return;
  requireAccess(request.principal, access);
  const { credential } = request.principal;
  void reply.header('cache-control', 'private, no-store');
  if (credential.kind === 'key')
    options.lastUsed?.note(credential.keyId, {
      atMs: service.clock.nowMs(),
      address: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    });
}

type AdmitHook = (
  service: Service,
  route: Route,
  limiter: RateLimiter | null,
  options: MountOptions,
  request: FastifyRequest,
  reply: Parameters<NonNullable<RouteOptions['handler']>>[1],
) => Promise<void>;

function takeAllowance(limiter: RateLimiter, request: FastifyRequest, reply: Parameters<AdmitHook>[5]): void {
  const { principal } = request;
  const identity =
    principal === null
      ? request.ip
      : principal.credential.kind === 'key'
        ? principal.credential.keyId
        : principal.account.id;
  const { isExceeded, remaining, resetSeconds } = limiter.take(identity);
  void reply
    .header('ratelimit-policy', limiter.policy)
    .header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
  if (isExceeded) throw new PlatformError('rate_limited', { retryAfterSeconds: resetSeconds });
}

/** An empty body is no body: fine where the body is optional, unparsable where it is not. */
function requireBody({ body, isBodyOptional, checksOwnBody }: Operation): RouteOptions['preValidation'] {
  return (request, _reply, done) => {
    if (body === undefined || request.body !== undefined) return done();
    if (!isBodyOptional && !checksOwnBody) return done(new PlatformError('unparsable_body'));
    if (isBodyOptional) request.body = {};
    done();
  };
}

function callOf(request: FastifyRequest, reply: Parameters<AdmitHook>[5]) {
  const { principal, body, query, params, ip: address } = request;
  const actor: Actor =
    principal === null
      ? { accountId: null, label: 'nobody signed in', address, requestId: request.id }
      : actorOf(principal, address, request.id);
  return { principal: principal!, body, query, params, actor, address, request, reply };
}

function checkAnswer({ answers, summary }: Operation, status: number, answer: unknown, isSent: boolean): void {
  if (isSent || status >= 400) return;
  const schema = answers[status];
  if (schema === undefined) throw new Error(`${summary}: status ${status} is not documented`);
  if (schema !== null && !Value.Check(schema, answer))
    throw new Error(
      `${summary}: the answer is not as documented: ${JSON.stringify([...Value.Errors(schema, answer)].slice(0, 3))}`,
    );
}
