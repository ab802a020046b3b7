import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { PlatformError } from '../shared/errors.ts';
import { lazily } from '../shared/lazily.ts';
import type { Service } from '../service.ts';
import { createErrorHandling } from './answer-errors.ts';
import { createIdentify, isPermitted } from './authorize.ts';
import { withoutBasePath } from './base-path.ts';
import { bodyOf, readableContentType } from './body.ts';
import { inputRules } from './check-inputs.ts';
import { answerOptions, commonHeaders } from './common-headers.ts';
import { compression } from './compression.ts';
import { keyNames, takeKeysFromUrl } from './credentials.ts';
import { logRequest } from './log-request.ts';
import { createMetrics } from './metrics.ts';
import { mountRoutes, mounts } from './mount-routes.ts';
import { createNodeServers } from './node-server.ts';
import { createPathMethods } from './path-methods.ts';
import { routeTable, signedIn } from './route-table.ts';
import type { ServerOptions } from './server-options.ts';
import { traceRequests } from './trace-requests.ts';
import { asOpenApi30 } from './wire/reference/openapi-30.ts';

/** An id of 1,024 characters, each of them encoded. */
const longestParameter = 3_072;

export type HttpServer = { readonly app: FastifyInstance } & Omit<ReturnType<typeof createNodeServers>, 'make'>;

/** The HTTP service over its use cases; listening is the caller's. */
export async function createServer(service: Service, options: ServerOptions = {}): Promise<HttpServer> {
  const { config } = service;
  const names = keyNames(config.vendorWords);
  const metrics = createMetrics();
  const handling = createErrorHandling(service);
  const setCommonHeaders = commonHeaders(service);
  const { make: serverFactory, ...connections } = createNodeServers(service, options);
  const app = fastify({
    logger: false,
    serverFactory,
    clientErrorHandler: () => {},
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.SWATH_TRUSTED_PROXIES.length > 0 ? [...config.SWATH_TRUSTED_PROXIES] : false,
    bodyLimit: config.SWATH_BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParameter },
    rewriteUrl: (raw) => withoutBasePath(takeKeysFromUrl(raw, names), config.basePath),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ajv: inputRules,
    // Raised before any hook has run, so that what the hooks do is done here.
    frameworkErrors: (error, request, framework) => {
      const reply = framework as unknown as FastifyReply;
      setCommonHeaders(request, reply);
      reply.raw.once('finish', () => logRequest(service, metrics, request, reply));
      void handling.answer(error, request, reply);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, bodyOf(request, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler(handling.answer);

  const all = routeTable(config, { metrics, webFolder: options.webFolder });
  const routes = options.isHealthAlone === true ? all.filter(({ operation }) => operation.tag === 'Health') : all;
  const mounted = routes.flatMap(({ path, part, method, access }) =>
    mounts(path, part).map((each) => ({ path: each, method, access })),
  );
  const methodsOf = createPathMethods(mounted);
  const notFound = handling.notFound(methodsOf, options.webFolder);
  const identify = createIdentify(service, names);
  // To who says who they are, what they may do: GIS offer editing where POST is named. A preflight has no credential.
  const optionsFor = async (request: FastifyRequest): Promise<readonly string[]> => {
    const principal = await identify(request.raw, signedIn).catch(() => null);
    return methodsOf(pathOf(request), ({ access }) => principal === null || isPermitted(principal, access));
  };
  traceRequests(app, service);
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    const type = request.headers['content-type'];
    if (type !== undefined) request.headers['content-type'] = readableContentType(type);
    requireHost(request);
    // Before the body is read: on a path that is not there, or not by this method, it does not matter.
    const goOn = () => (request.is404 ? void notFound(request, reply) : done());
    if (request.method === 'OPTIONS')
      void optionsFor(request).then((methods) => answerOptions(request, reply, methods) || goOn(), done);
    else goOn();
  });
  // What was under way when the stop came: a connection kept alive would hold the stop up.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (service.isStopping()) void reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', async (request, reply) => logRequest(service, metrics, request, reply));
  app.setNotFoundHandler(notFound);
  await app.register(compress, { globalDecompression: false, ...compression });
  app.decorate(
    'openApi',
    lazily(async () => (await import('./openapi.ts')).openApiDocument(config, routes)),
  );
  app.decorate(
    'openApi30',
    lazily(async () => asOpenApi30(await app.openApi())),
  );
  await mountRoutes(app, service, routes, { names, identify, ...options });
  return { app, ...connections };
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]!;

function requireHost({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && !raw.headers.host)
    throw new PlatformError('invalid_parameters', 'the Host header is missing');
}
