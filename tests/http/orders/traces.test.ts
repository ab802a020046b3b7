import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TraceCollector, startTraceCollector } from '../../support/trace-collector.ts';
import { type OrderService, startOrderService } from './support-orders.ts';

let collector: TraceCollector;
let swath: OrderService;
beforeAll(async () => {
  collector = await startTraceCollector();
  const delivering = { SWATH_DELIVERY: '1', SWATH_DELIVERY_THREADS: '1' };
  swath = await startOrderService({ ...delivering, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});
afterAll(async () => {
  await swath.stop();
  await collector.stop();
});

test('an order is a trace of its own, linked with its request: tile, delivery and bucket writes, and its end', async () => {
  const { id } = await swath.order();
  await expect.poll(async () => (await swath.read(id)).state, { timeout: 30_000 }).toBe('SUCCEEDED');
  await expect.poll(() => collector.named('end of order').length, { timeout: 10_000 }).toBe(1);
  const { named } = collector;
  const [request, order] = [named('POST /order')[0]!, named('order')[0]!];
  expect(request.links).toEqual([{ traceId: order.traceId, spanId: order.spanId }]);
  expect(order.links).toEqual([{ traceId: request.traceId, spanId: request.spanId }]);
  expect(order.parentSpanId).toBeUndefined();
  const [tiles, ends] = [named('tile'), named('end of order')];
  for (const span of [...tiles, ...ends])
    expect(span).toMatchObject({ traceId: order.traceId, parentSpanId: order.spanId, status: {} });
  const { progress } = await swath.read(id);
  expect(tiles).toHaveLength(progress.tiles['total']!);
  const deliveries = named('deliver tile');
  expect(new Set(deliveries.map(({ parentSpanId }) => parentSpanId))).toEqual(
    new Set(tiles.map(({ spanId }) => spanId)),
  );
  const puts = named('bucket put');
  const below = (parents: readonly { readonly spanId: string }[]) =>
    puts.filter((put) => put.traceId === order.traceId && parents.some(({ spanId }) => spanId === put.parentSpanId));
  // For each tile a raster, its mask and its item at least; at the end the collections, the request and the manifest.
  expect(below(deliveries).length).toBeGreaterThanOrEqual(2 * deliveries.length);
  expect(below(ends).length).toBeGreaterThanOrEqual(4);
  const [put, delivery] = [below(deliveries)[0]!, deliveries[0]!];
  expect(put.attributes).toEqual([{ key: 'swath.bytes', value: { intValue: expect.any(String) as string } }]);
  const within = [put.startTimeUnixNano, put.endTimeUnixNano, delivery.endTimeUnixNano].map(BigInt);
  expect(within).toEqual([...within].sort((a, b) => (a < b ? -1 : 1)));
  expect(JSON.stringify(collector.spans)).not.toContain(id);
});
