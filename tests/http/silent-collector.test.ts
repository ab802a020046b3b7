import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createOtlpTracer } from '../../server/src/adapters/telemetry/otlp-tracer.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { listen } from '../support/listen.ts';

test('a collector that takes connections and never answers holds a stop up for some seconds, however much waits', async () => {
  const server = createServer(() => {});
  const { url, close } = await listen(server);
  const tracer = createOtlpTracer({ endpoint: url, version: '1', log: silentLog, everyMs: 10 });
  for (let span = 0; span < 2_000; span++) tracer.begin('work', 'internal').end();
  const startMs = performance.now();
  await tracer.close();
  expect(performance.now() - startMs).toBeLessThan(8_000);
  server.closeAllConnections();
  await close();
});
