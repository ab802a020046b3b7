import { setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { isSameText } from '../../accounts/tokens.ts';
import { tellHealth } from '../../health/tell-health.ts';
import { PlatformError } from '../../shared/errors.ts';
import { callerAddress } from '../caller-address.ts';
import { bearerOf } from '../credentials.ts';
import type { Metrics } from '../metrics.ts';
import { operation } from '../route.ts';
import { workMetrics } from '../work-metrics.ts';

/** Whoever scrapes waits for ten seconds as a rule: what is known without the store is told without it. */
const mostWaitMs = 3_000;

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** A forwarded request that no trusted proxy explains comes from elsewhere, whatever its socket says. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const isExplained = (request.ips?.length ?? 0) > 1;
  return loopback.test(callerAddress(request)) && (!isForwarded || isExplained);
}

export const metricsText = (metrics: Metrics) =>
  operation({
    summary: 'Prometheus metrics, for this machine or with the configured token',
    tag: 'Health',
    contentType: 'text/plain',
    errors: [401],
    answers: { 200: Type.String() },
    handle: async (service, { request, reply }) => {
      const token = service.config.SWATH_METRICS_TOKEN;
      const hasToken = token !== null && isSameText(bearerOf(request.raw) ?? '', token);
      if (!hasToken && !isFromThisMachine(request)) throw new PlatformError('unauthorized');
      void reply.type(metrics.contentType);
      const asked = tellHealth(service).catch(() => null);
      const health = await Promise.race([asked, setTimeout(mostWaitMs, null, { ref: false })]);
      return `${await metrics.text()}\n${await workMetrics(health)}`;
    },
  });
