import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify';
import type { Readable } from 'node:stream';
import { type Actor } from '../accounts/audit.ts';
import { actorOf } from '../accounts/principal.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { createAdmission } from './admit.ts';
import { awaitFile } from './arrival.ts';
import { type Identify, isPermitted } from './authorize.ts';
import { type BodyKind, bodyOf } from './body.ts';
import { callerAddress } from './caller-address.ts';
import { checkInputs } from './check-inputs.ts';
import { flushedCompression } from './compression.ts';
import type { KeyNames } from './credentials.ts';
import './fastify-types.ts';
import { readWhole } from './read-whole.ts';
import { requireRoom } from './require-room.ts';
import type { Operation, Route } from './route.ts';
import type { ServerOptions } from './server-options.ts';
import { refuseTooManyPositions } from './too-many-positions.ts';
import { seesNoLess } from './visible-to.ts';

type MountOptions = ServerOptions & { readonly names: KeyNames; readonly identify: Identify };

/** Every path is served at the root and under `/api/v1`; the STAC part under `/discovery/v1` too. */
export function mounts(path: string, part: Route['part']): readonly string[] {
  const at = (prefix: string) => (path === '/' ? `${prefix}/` : `${prefix}${path}`);
  return [path, at('/api/v1'), ...(part === 'stac' ? [at('/discovery/v1')] : [])];
}

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
  const { identify } = options;
  const admit = createAdmission(service, identify, options.names, options.lastUsed);
  app.decorate('isStillAdmitted', async ({ raw, routeOptions, principal: before }: FastifyRequest) => {
    const access = routeOptions.config.access!;
    // A credential that has expired meanwhile lets what it began go on; one that was taken away does not.
    const atMs = Math.min(service.clock.nowMs(), before!.credential.expiresAtMs - 1);
    const principal = await identify(raw, access, atMs);
    return principal !== null && isPermitted(principal, access) && seesNoLess(principal, before!);
  });
  const admitted = (route: Route) => [
    admit(route),
    ...(route.part === 'stac' ? [refuseNul] : []),
    ...(route.operation.takesRoom ? [requireRoom(service)] : []),
    ...(route.operation.bodyKind === 'stream' ? [async ({ raw }: FastifyRequest) => awaitFile(raw)] : []),
  ];
  for (const route of routes) {
    const mount = (on: FastifyInstance) => {
      for (const url of mounts(route.path, route.part))
        on.route({ ...fastifyRoute(service, route, url, options), onRequest: admitted(route) });
    };
    const readBodies = ownReading[route.operation.bodyKind ?? 'json'];
    if (readBodies === undefined) mount(app);
    else
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        readBodies(scope);
        mount(scope);
      });
  }
}

/** How bodies are read that are not read whole and at once: by handlers as they come, or large ones into one place. */
const ownReading: { readonly [kind in BodyKind]?: (scope: FastifyInstance) => void } = {
  stream: (scope) => scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload)),
  bytes: (scope) =>
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) =>
      bodyOf(request, await readWhole(request, payload)),
    ),
};

function fastifyRoute(service: Service, route: Route, url: string, options: MountOptions): RouteOptions {
  const { operation, access } = route;
  return {
    method: route.method,
    url,
    ...(operation.isCompressed === false ? { compress: false } : {}),
    ...(operation.isFlushed ? { compress: flushedCompression } : {}),
    ...(operation.bodyKind === 'bytes' ? { bodyLimit: service.config.SWATH_BULK_BODY_LIMIT } : {}),
    config: { access, bodyKind: operation.bodyKind ?? 'json', part: route.part, report: operation.report },
    ...(operation.mostPositions === undefined
      ? {}
      : { preParsing: refuseTooManyPositions(service.config.SWATH_BODY_LIMIT, operation.mostPositions) }),
    preValidation: [requireBody(operation), checkInputs(operation)],
    handler: async (request, reply) => {
      const answer = await operation.handle(service, callOf(request, reply));
      if (!reply.sent) options.checkAnswer?.(operation, reply.statusCode, answer, Object.keys(reply.getHeaders()));
      return answer;
    },
  };
}

/** No name has one; databases end a text there, or put another character in its place: something else would be meant. */
const refuseNul: onRequestHookHandler = ({ params }, _reply, done) => {
  const isThere = Object.values(params as Readonly<Record<string, string>>).some((value) => value.includes('\0'));
  done(isThere ? new PlatformError('not_found') : undefined);
};

/** An empty body is no body: fine where the body is optional, unparsable where it is not. */
function requireBody({ body, isBodyOptional, checksOwnBody }: Operation): preValidationHookHandler {
  return (request, _reply, done) => {
    if (body === undefined || request.body !== undefined) return done();
    if (!isBodyOptional && !checksOwnBody) return done(new PlatformError('unparsable_body'));
    if (isBodyOptional) request.body = {};
    done();
  };
}

function callOf(request: FastifyRequest, reply: FastifyReply) {
  const { principal, body, query, params } = request;
  const address = callerAddress(request);
  const actor: Actor =
    principal === null
      ? { accountId: null, label: 'nobody signed in', address, requestId: request.id }
      : actorOf(principal, address, request.id);
  return { principal: principal!, body, query, params, actor, address, request, reply };
}
