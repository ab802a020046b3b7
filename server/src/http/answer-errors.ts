import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { resetPageUrl } from '../accounts/one-time-links.ts';
import { type ErrorKind, PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { answerPage, isPersons } from './answer-unknown-path.ts';
import { hasBody } from './arrival.ts';
import { createCors, requestIdHeader } from './cors.ts';
import { type ErrorSettings, errorAnswer } from './errors.ts';

/** What the framework throws by itself, as kinds of ours. */
const frameworkKinds: Readonly<Record<string, ErrorKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unparsable_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unparsable_body',
  FST_ERR_BAD_URL: 'invalid_parameters',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_parameters',
};

/** Paths of the catalogue and the image grid, whose clients read the request id from the body. */
const stacPath =
  /^(?:\/api\/v1)?\/(?:(?:discovery\/v1|search|collections|collection-queryables|browse\/collections|conformance|queryables|sortables|aggregate|aggregations|children|catalogs|services\/imagegrid|grid)(?:[/?]|$)|\?|$)/;

function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  // Only a caller who has gone stops a read, and sees no answer.
  if (error instanceof Error && error.name === 'AbortError')
    return new PlatformError('unavailable', 'the caller has gone');
  const kind = frameworkKinds[code ?? ''];
  if (kind !== undefined)
    return new PlatformError(kind, kind === 'invalid_parameters' ? 'the path is not a valid URL' : {});
  if (statusCode === 400) return new PlatformError('unparsable_body');
  return new PlatformError('internal');
}

export function createErrorHandling(service: Service) {
  const settings: ErrorSettings = {
    resetUrl: resetPageUrl(service.config),
    authenticateBadRequestStatus: Number(service.config.SWATH_AUTHENTICATE_BAD_REQUEST_STATUS),
  };
  const answer = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = authenticateWording(toPlatformError(thrown), request);
    if (error.kind === 'internal') logFault(service, thrown, request);
    if (error.kind === 'unavailable') logUnavailable(service, error, request);
    const inBody = request.routeOptions.config?.part === 'stac' || stacPath.test(request.url) ? request.id : undefined;
    const { status, headers, body } = errorAnswer(error, settings, inBody);
    const told = { message: body.message, status };
    const report = request.routeOptions.config?.report?.(error, told, request) ?? null;
    // The framework would cut off who is still sending a body that was not read, and the answer with it.
    if (reply.hasHeader('connection')) void reply.removeHeader('connection');
    hearOut(request, reply);
    // Of a file that broke before its first byte.
    void reply.removeHeader('content-disposition');
    // Of the list that would have been: who sent it back would be told that nothing changed.
    void reply.removeHeader('etag');
    return reply
      .code(status)
      .headers(headers)
      .header('cache-control', 'no-store')
      .type(report?.contentType ?? 'application/json; charset=utf-8')
      .send(report?.text ?? body);
  };
  const notFound =
    (pathMethods: (path: string) => readonly string[], webFolder: string | undefined) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const allow = pathMethods(request.url.split('?')[0]!);
      if (allow.length > 0) return answer(new PlatformError('method_not_allowed', { allow }), request, reply);
      return webFolder !== undefined && isPersons(request)
        ? answerPage(service, webFolder, reply)
        : answer(new PlatformError('not_found'), request, reply);
    };
  return { answer, notFound };
}

/** Of the endpoints that give tokens for grants. */
export const isTokenPath = (path: string): boolean => /\/(?:authenticate|openid-connect\/token)$/.test(path);

/** An unreadable body on the token endpoints has a row, and a status setting, of its own. */
function authenticateWording(error: PlatformError, request: FastifyRequest): PlatformError {
  const isTokenEndpoint = isTokenPath(request.routeOptions.url ?? '');
  return isTokenEndpoint && error.kind === 'unparsable_body' ? new PlatformError('authenticate_unparsable') : error;
}

/**
 * Who is still sending is let finish, and nothing of it is kept. Who asked to be hung up on gets the end with the answer, but
 * is heard until then: else the rest of the body would break the connection, and the answer be lost.
 */
function hearOut({ raw: request }: FastifyRequest, { raw: reply }: FastifyReply): void {
  // Of one without a body nothing is to come, though it may not be over yet.
  if (request.complete || !hasBody(request)) return;
  request.resume();
  if (reply.shouldKeepAlive) return;
  reply.shouldKeepAlive = true;
  reply.once('finish', () => request.socket.end());
  request.once('close', () => request.socket.destroySoon());
}

/** The stack goes to the log alone, and never the request's body or query. */
function logFault(service: Service, thrown: unknown, request: FastifyRequest): void {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  service.log.error('unforeseen error', {
    id: request.id,
    route: request.routeOptions.url,
    error: `${name}: ${message}`,
    stack,
  });
}

/** The operator sees why, the caller only that. */
function logUnavailable(service: Service, { detail }: PlatformError, request: FastifyRequest): void {
  service.log.warn('unavailable', { id: request.id, route: request.routeOptions.url, reason: detail.reason });
}

/** Requests that are not even HTTP: answered on the bare socket, still with the one error object. */
export function answerClientError(service: Service) {
  // Of no origin that is known: the headers were not read.
  const cors = createCors(service.config)({});
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const problem = isTooLarge
      ? new PlatformError('request_too_large', 'address and headers')
      : new PlatformError('invalid_parameters', whatIsWrong(error.code));
    const { status, body } = errorAnswer(problem, { resetUrl: '', authenticateBadRequestStatus: 400 });
    const text = JSON.stringify(body);
    const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    const id = randomUUID();
    const lines = [
      `HTTP/1.1 ${status} ${isTooLarge ? 'Payload Too Large' : 'Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...service.config.vendorWords.map((word) => `${requestIdHeader(word)}: ${id}`),
      ...Object.entries(cors).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ];
    service.log.info('request', { id, route: '(none)', status, reason: body.message, address: socket.remoteAddress });
    socket.end(`${lines.join('\r\n')}\r\n\r\n${isHead ? '' : text}`);
  };
}

const whatIsWrong = (code: string | undefined): string =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? 'the request came too slowly: its headers have a minute, all of it two; a file that is sent has no pause of two minutes'
    : 'this is not a valid HTTP request';
