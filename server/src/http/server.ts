import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type LastUsedRecorder } from '../api-keys/last-used.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { answerClientError, createErrorHandling } from './answer-errors.ts';
import { parseBody, readableContentType } from './body.ts';
import { createCors, preflightHeaders, requestIdHeader } from './cors.ts';
import { keyNames, takeKeysFromUrl } from './credentials.ts';
import { createMetrics } from './metrics.ts';
import { mountRoutes } from './mount-routes.ts';
import { addOpenApi } from './openapi.ts';
import { createPathMethods } from './path-methods.ts';
import { routeTable } from './route-table.ts';
import { type Violation, ruleText } from './schema-rules.ts';
import { securityHeaders } from './security-headers.ts';

export type ServerOptions = {
  /** Fails a request whose answer is not as its schema says; for tests. */
  readonly checksAnswers?: boolean;
  readonly lastUsed?: LastUsedRecorder;
  /** Folder of the built web application; without it `/` says how to build it. */
  readonly webFolder?: string;
};

/** The HTTP service over its use cases; listening is the caller's. */
export async function createServer(service: Service, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { config } = service;
  const names = keyNames(config.vendorWords);
  const metrics = createMetrics();
  const handling = createErrorHandling(service);
  const setCommonHeaders = commonHeaders(service);
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.SWATH_TRUSTED_PROXIES.length > 0 ? [...config.SWATH_TRUSTED_PROXIES] : false,
    bodyLimit: config.SWATH_BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    rewriteUrl: (raw) => takeKeysFromUrl(raw, names),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    // Node's own refusal has neither error object nor request id; `requireHost` says it instead.
    http: { requireHostHeader: false },
    keepAliveTimeout: 72_000,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        verbose: true,
      },
    },
    schemaErrorFormatter: (errors) =>
      new PlatformError('invalid_parameters', ruleText(errors[0] as unknown as Violation)),
    // Raised before any hook has run, so that what the hooks do is done here.
    frameworkErrors: (error, request, framework) => {
      const reply = framework as unknown as FastifyReply;
      setCommonHeaders(request, reply);
      reply.raw.once('finish', () => logRequest(service, metrics, request, reply));
      void handling.answer(error, request, reply);
    },
    clientErrorHandler: answerClientError(service),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) =>
    readBody(request, bytes as Buffer, done),
  );
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.setErrorHandler(handling.answer);

  const routes = routeTable(config, { metrics, webFolder: options.webFolder });
  const pathMethods = createPathMethods(
    routes.flatMap((route) => mounts(route.path, route.part).map((path) => ({ ...route, path }))),
  );
  const notFound = handling.notFound(pathMethods);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    const type = request.headers['content-type'];
    if (type !== undefined) request.headers['content-type'] = readableContentType(type);
    requireHost(request);
    if (request.method === 'OPTIONS' && answerOptions(request, reply, pathMethods)) return;
    // Before the body is read: on a path that is not there, or not by this method, it does not matter.
    if (request.is404) void notFound(request, reply);
    else done();
  });
  // An expectation that we do not know is no reason to refuse.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // What was under way when the stop came: a connection kept alive would hold the stop up.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (service.isStopping()) void reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', async (request, reply) => logRequest(service, metrics, request, reply));
  app.setNotFoundHandler(notFound);
  await app.register(compress, { globalDecompression: false, threshold: 1_024, encodings: ['br', 'gzip'] });
  await addOpenApi(app, config);
  await mountRoutes(app, service, routes, { names, mounts, ...options });
  return app;
}

/** Every path is served at the root and under `/api/v1`; the STAC part under `/discovery/v1` too. */
export function mounts(path: string, part: 'stac' | undefined): readonly string[] {
  const at = (prefix: string) => (path === '/' ? `${prefix}/` : `${prefix}${path}`);
  return [path, at('/api/v1'), ...(part === 'stac' ? [at('/discovery/v1')] : [])];
}

function readBody(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  try {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity')
      throw new PlatformError('unsupported_media_type', 'compressed bodies are not accepted');
    done(null, parseBody(bytes, request.headers['content-type'] ?? '', request.routeOptions.config.bodyKind ?? 'json'));
  } catch (error) {
    done(error as Error);
  }
}

function requireHost({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && !raw.headers.host)
    throw new PlatformError('invalid_parameters', 'the Host header is missing');
}

/** Request id, security and CORS headers on every response, whatever happens later. */
function commonHeaders({ config }: Service): (request: FastifyRequest, reply: FastifyReply) => void {
  const idHeaders = config.vendorWords.map(requestIdHeader);
  const security = securityHeaders(config.publicUrl);
  const cors = createCors(config);
  return (request, reply) => {
    reply.headers(security);
    reply.headers(cors(request.headers));
    for (const name of idHeaders) reply.header(name, request.id);
  };
}

/** Preflights and plain OPTIONS end here; false for a path that nobody serves. */
function answerOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  pathMethods: (path: string) => readonly string[],
): boolean {
  const methods = pathMethods(request.url.split('?')[0]!);
  if (methods.length === 0) return false;
  if (request.headers['access-control-request-method'] !== undefined)
    reply.headers(preflightHeaders(request.headers, methods));
  void reply.header('allow', methods.join(', ')).code(204).send();
  return true;
}

function logRequest(
  service: Service,
  metrics: ReturnType<typeof createMetrics>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const route = request.routeOptions.url ?? '(none)';
  metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime);
  const principal = request.principal;
  service.log.info('request', {
    id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    ...(principal ? { account: principal.account.id } : {}),
    ...(principal?.credential.kind === 'key' ? { key: principal.credential.keyId } : {}),
    address: request.ip,
  });
}
