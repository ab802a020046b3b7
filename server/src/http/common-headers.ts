import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { createCors, preflightHeaders, requestIdHeader } from './cors.ts';
import { securityHeaders } from './security-headers.ts';

/** Request id, security and CORS headers on every response, whatever happens later. */
export function commonHeaders({ config }: Service): (request: FastifyRequest, reply: FastifyReply) => void {
  const idHeaders = config.vendorWords.map(requestIdHeader);
  const security = securityHeaders(config.publicUrl);
  const cors = createCors(config);
  return (request, reply) => {
    reply.headers(security);
    reply.headers(cors(request.headers));
    for (const name of idHeaders) reply.header(name, request.id);
  };
}

/** Preflights and plain OPTIONS end here; false for a plain one of a path that nobody serves. */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): boolean {
  const isPreflight = request.headers['access-control-request-method'] !== undefined;
  if (methods.length === 0 && !isPreflight) return false;
  if (isPreflight) reply.headers(preflightHeaders(request.headers, methods));
  if (methods.length > 0) reply.header('allow', methods.join(', '));
  void reply.code(204).send();
  return true;
}
