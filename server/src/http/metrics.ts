import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What `/metrics` shows: requests by route pattern (never by URL: that could hold a key), and the process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'swath_http_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'swath_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers: [registry],
  });
  return {
    observe(method: string, route: string, status: number, elapsedMs: number) {
      requests.inc({ method, route, status: String(status) });
      seconds.observe({ route }, elapsedMs / 1_000);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
