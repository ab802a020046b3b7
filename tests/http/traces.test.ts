import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../abuse/support/fixture.ts';
import { call } from '../abuse/support/call.ts';

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
};
type Body = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
};

const spans: Span[] = [];
let isOut = false;
const collector = createServer((request, response) => void take(request, response));

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isOut) return void response.writeHead(503).end();
  expect([request.method, request.url]).toEqual(['POST', '/v1/traces']);
  const { resourceSpans } = (await json(request)) as Body;
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  response.end('{}');
}
let fixture: Fixture;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as { port: number };
  fixture = await startFixture({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await fixture.stop();
  collector.close();
});

const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const named = (name: string) => spans.filter((span) => span.name === name);

test('a request is a span of the trace it came with, what it did are spans below it, and none holds what was sent', async () => {
  const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01` };
  const secret = 'canary-item-name';
  await call(fixture.url, `/search?ids=${secret}&vendor_api_key=${fixture.key.api_key}`, { headers });
  await call(fixture.url, '/order/1234567890123456789', { bearer: fixture.memberBearer });
  isOut = true;
  await call(fixture.url, '/livez');
  isOut = false;
  await expect.poll(() => named('GET /order/:id').length, { timeout: 10_000 }).toBe(1);
  const request = named('GET /search').find(({ traceId }) => traceId === parent.traceId);
  expect(request).toMatchObject({ parentSpanId: parent.spanId, status: {} });
  expect(BigInt(request!.endTimeUnixNano)).toBeGreaterThan(BigInt(request!.startTimeUnixNano));
  expect(request!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } });
  const search = named('catalogue search').find(({ traceId }) => traceId === parent.traceId);
  expect(search?.parentSpanId).toBe(request!.spanId);
  expect(named('store createApiKey').length + named('store createKey').length).toBeGreaterThan(0);
  const text = JSON.stringify(spans);
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
