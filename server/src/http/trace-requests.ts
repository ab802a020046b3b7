import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import type { OpenSpan } from '../shared/tracer.ts';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** A span for each request, by its method and the path of its route: addresses hold ids, names and keys. */
export function traceRequests(app: FastifyInstance, { tracer }: Pick<Service, 'tracer'>): void {
  if (!tracer.isOn) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown path';
    const parent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined;
    const facts = { 'http.request.method': method, 'http.route': route, 'swath.request_id': request.id };
    const span = tracer.begin(`${method} ${route}`, 'server', facts, parent);
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500);
    done();
  });
}
