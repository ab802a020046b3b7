import swagger from '@fastify/swagger';
import fastify, { type FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { defaultLimit, mostItems } from '../catalog/search-request.ts';
import type { Config } from '../config.ts';
import { errorKinds } from '../shared/errors.ts';
import type { BodyKind } from './body.ts';
import { isTokenPath } from './answer-errors.ts';
import { describedHeaders, headerComponents } from './answer-headers.ts';
import { answers } from './errors.ts';
import { cookieName } from './routes/session.ts';
import { type CredentialKind, type Route, inputsOf } from './route.ts';

const errorSchema = Type.Object(
  {
    message: Type.String({ description: 'Human-readable; for bad requests it starts with "Bad Request: ".' }),
    code: Type.Union([Type.String(), Type.Null()]),
    type: Type.Enum([...new Set(errorKinds.map((kind) => answers[kind].type))]),
    request_id: Type.Optional(Type.String({ description: 'On catalogue paths alone; elsewhere in the header.' })),
  },
  { $id: 'Error', title: 'Error' },
);

/** QGIS looks for it under this name, and asks for a thousand items at a time instead of a hundred. */
const pageSize = {
  name: 'limit',
  in: 'query',
  description: 'How many items of a search a page has.',
  schema: { type: 'integer', minimum: 0, maximum: mostItems, default: defaultLimit },
} as const;

/**
 * The document of the routes' own schemas. An application of its own makes it, which goes with it: the one that answers
 * would hold for good what is needed for this alone.
 */
export async function openApiDocument(config: Config, routes: readonly Route[]): Promise<object> {
  const app = fastify();
  // They are described here, never called.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => String);
  app.addSchema(errorSchema);
  const listed = routes.filter(({ isHidden }) => isHidden !== true);
  const byId = new Map(listed.map((route) => [operationId(route), route]));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Swath',
        version: '0.1.0',
        description: 'Self-hosted imagery platform.',
        license: { name: 'Apache-2.0' },
      },
      // Paths are appended to it as they are.
      servers: [{ url: config.basePath || '/' }],
      components: {
        parameters: { limit: pageSize },
        headers: headerComponents(config),
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          keyInHeader: { type: 'apiKey', in: 'header', name: `${config.SWATH_VENDOR}-api-key` },
          keyInQuery: { type: 'apiKey', in: 'query', name: `${config.SWATH_VENDOR}_api_key` },
          signature: { type: 'apiKey', in: 'query', name: 'signature' },
          cookie: { type: 'apiKey', in: 'cookie', name: cookieName(config) },
        },
      },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      for (const path of Object.values(document.openapiObject.paths ?? {}))
        for (const each of Object.values(path ?? {}) as Described[])
          complete(each, byId.get(each.operationId ?? '')!, config);
      return document.openapiObject;
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json['$id'] === 'string' ? json['$id'] : `def-${i}`),
    },
  });
  for (const route of listed)
    app.route({
      method: route.method,
      url: pathOf(route),
      schema: documentationOf(route, config),
      handler: () => null,
    });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

type Described = {
  operationId?: string;
  servers?: { url: string }[];
  requestBody?: { required?: boolean };
  responses?: Record<string, { headers?: object }>;
};

/** The plugin takes every body for required, knows headers as schemas alone, and one address for all. */
function complete(described: Described, { path, operation }: Route, config: Config): void {
  if (path.startsWith('/api-key/') && config.accountUrl !== config.publicUrl)
    described.servers = [{ url: config.accountUrl }];
  if (operation.isBodyOptional && described.requestBody) described.requestBody.required = false;
  for (const [status, response] of Object.entries(described.responses ?? {}))
    response.headers = describedHeaders(operation, Number(status), config);
}

/** What the document says of a route; its aliases are served but not listed. */
function documentationOf(route: Route, config: Config): FastifySchema {
  const { operation, access } = route;
  return {
    ...inputsOf(operation),
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    tags: [operation.tag],
    operationId: operationId(route),
    security: [...securityOf([...access.credentials]), ...(access.signed ? [{ signature: [] }] : [])],
    ...(operation.body === undefined
      ? {}
      : { consumes: [...(operation.consumes ?? contentTypes[operation.bodyKind ?? 'json'])] }),
    response: responsesOf(route, config),
  };
}

const contentTypes = {
  json: ['application/json'],
  'json-or-form': ['application/json', 'application/x-www-form-urlencoded'],
  bytes: ['application/json', 'application/geo+json'],
  text: ['application/xml', 'text/xml', 'application/x-www-form-urlencoded'],
  stream: ['application/x-ndjson', 'application/geo+json'],
} as const satisfies Record<BodyKind, readonly string[]>;

/** The rest of a path is a parameter like any other, with a name that programs can have. */
const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replace(/\*$/, ':key');

const operationId = (route: Pick<Route, 'method' | 'path'>): string =>
  route.method.toLowerCase() +
  pathOf(route).replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string = '') => next.toUpperCase());

/** A credential that may be left out is written as one more, empty way in. */
const securityOf = (kinds: readonly CredentialKind[]) =>
  kinds.flatMap((kind) => (kind === 'none' && kinds.length > 1 ? [{}] : schemes[kind].map((name) => ({ [name]: [] }))));

const schemes = { none: [], bearer: ['bearer'], key: ['keyInHeader', 'keyInQuery'], cookie: ['cookie'] } as const;

function responsesOf({ operation, access, method, path }: Route, config: Config): Record<string, unknown> {
  const contentTypes = [operation.contentType ?? 'application/json', ...(operation.alsoContentTypes ?? [])];
  const good = Object.entries(operation.answers).map(([status, schema]) => [
    status,
    schema === null
      ? { type: 'null', description: 'No content' }
      : { description: 'Success', content: Object.fromEntries(contentTypes.map((type) => [type, { schema }])) },
  ]);
  const takesInput = operation.body !== undefined || operation.query !== undefined;
  const namesThings = /[:*]/.test(path);
  const bad = new Set([
    ...(takesInput || namesThings ? [400] : []),
    ...(isTokenPath(path) ? [Number(config.SWATH_AUTHENTICATE_BAD_REQUEST_STATUS)] : []),
    ...(access.credentials.has('none') ? [] : [401]),
    ...(access.permission ? [403] : []),
    ...(method !== 'GET' && takesInput ? [413] : []),
    ...(method !== 'GET' && takesInput && operation.bodyKind !== 'json-or-form' ? [415] : []),
    // A name that is too long for one is of nothing.
    ...(namesThings ? [404] : []),
    ...(operation.errors ?? []),
    ...(operation.takesRoom ? [507] : []),
    ...(operation.tag === 'Health' ? [] : [429, 503]),
  ]);
  const error = errorResponse(operation.reportTypes ?? []);
  return Object.fromEntries([...good, ...[...bad].sort((a, b) => a - b).map((status) => [status, error])]);
}

const errorResponse = (reportTypes: readonly string[]) => ({
  description: 'Error',
  content: {
    'application/json': { schema: { $ref: 'Error#' } },
    ...Object.fromEntries(reportTypes.map((type) => [type, { schema: {} }])),
  },
});
