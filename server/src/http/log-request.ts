import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { callerAddress } from './caller-address.ts';
import type { Metrics } from './metrics.ts';

/** One line a request: the route's pattern, never the URL, because that could hold a key. */
export function logRequest(service: Service, metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? '(none)';
  metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime);
  const { principal } = request;
  service.log.info('request', {
    id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    ...(principal ? { account: principal.account.id } : {}),
    ...(principal?.credential.kind === 'key' ? { key: principal.credential.keyId } : {}),
    address: callerAddress(request),
  });
}
