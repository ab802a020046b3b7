import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../abuse/support/fixture.ts';
import { call } from '../abuse/support/call.ts';
import { type TraceCollector, startTraceCollector } from '../support/trace-collector.ts';

let collector: TraceCollector;
let fixture: Fixture;
beforeAll(async () => {
  collector = await startTraceCollector();
  fixture = await startFixture({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});
afterAll(async () => {
  await fixture.stop();
  await collector.stop();
});

const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

test('a request is a span of the trace it came with, what it did are spans below it, and none holds what was sent', async () => {
  const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01` };
  const secret = 'canary-item-name';
  await call(fixture.url, `/search?ids=${secret}&vendor_api_key=${fixture.key.api_key}`, { headers });
  await call(fixture.url, '/order/1234567890123456789', { bearer: fixture.memberBearer });
  await expect.poll(() => collector.named('GET /order/:id').length).toBe(1);
  const request = collector.named('GET /search').find(({ traceId }) => traceId === parent.traceId);
  expect(request).toMatchObject({ parentSpanId: parent.spanId, status: {} });
  expect(BigInt(request!.endTimeUnixNano)).toBeGreaterThan(BigInt(request!.startTimeUnixNano));
  expect(request!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } });
  const search = collector.named('catalogue search').find(({ traceId }) => traceId === parent.traceId);
  expect(search?.parentSpanId).toBe(request!.spanId);
  expect(collector.named('store createApiKey').length + collector.named('store createKey').length).toBeGreaterThan(0);
  const text = JSON.stringify(collector.spans);
  for (const canary of [
    secret,
    fixture.key.api_key,
    fixture.memberBearer,
    fixture.member.password,
    fixture.member.email,
    '1234567890123456789',
  ])
    expect(text).not.toContain(canary);
});

test('a collector that is out is waited for by nobody, and has what comes after', async () => {
  collector.isOut = true;
  expect((await call(fixture.url, '/livez')).status).toBe(200);
  collector.isOut = false;
  await call(fixture.url, '/collections', { bearer: fixture.memberBearer });
  await expect.poll(() => collector.named('GET /collections').length).toBe(1);
});
