import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { isSameText } from '../../accounts/tokens.ts';
import { PlatformError } from '../../shared/errors.ts';
import { bearerOf } from '../credentials.ts';
import type { Metrics } from '../metrics.ts';
import { operation } from '../route.ts';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** A forwarded request that no trusted proxy explains comes from elsewhere, whatever its socket says. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const isExplained = (request.ips?.length ?? 0) > 1;
  return loopback.test(request.ip) && (!isForwarded || isExplained);
}

export const metricsText = (metrics: Metrics) =>
  operation({
    summary: 'Prometheus metrics, for this machine or with the configured token',
    tag: 'Health',
    contentType: 'text/plain',
    errors: [401],
    answers: { 200: Type.String() },
    handle: async ({ config }, { request, reply }) => {
      const token = config.SWATH_METRICS_TOKEN;
      const hasToken = token !== null && isSameText(bearerOf(request.raw) ?? '', token);
      if (!hasToken && !isFromThisMachine(request)) throw new PlatformError('unauthorized');
      void reply.type(metrics.contentType);
      return metrics.text();
    },
  });
