import { describe, expect, test } from 'vitest';
import { manifestTexts } from '../../../server/src/orders/delivery/manifest.ts';
import { requestFile } from '../../../server/src/orders/delivery/request-document.ts';
import type { OrderTile } from '../../../server/src/orders/tile.ts';
import { deliveredTile, failedTile, order, orderId, sha256, threeSpecs } from './support-orders.ts';

async function textOf(tiles: readonly OrderTile[]): Promise<string> {
  let text = '';
  for await (const piece of manifestTexts(
    order,
    (async function* () {
      yield* tiles;
    })(),
  ))
    text += piece;
  return text;
}

const tile = (number: number) => deliveredTile(number, threeSpecs[number]!);

const line = (file: { key: string; byteLength: number; sha256: string; contentType: string }) =>
  `{"key":"${file.key}","size":${file.byteLength},"sha256":"${file.sha256}","content_type":"${file.contentType}"}`;

describe('the manifest', () => {
  test('is sorted, a line for each file', async () => {
    const request = requestFile(order);
    const files = tile(0).files.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(await textOf([tile(0), failedTile(1, threeSpecs[1]!, 'a "reason"')])).toBe(`{
  "order_id": "${orderId}",
  "state": "PARTIAL",
  "ordered": "2026-04-30T08:00:00.005Z",
  "bucket": "demo",
  "prefix": "a/b",
  "tiles": {"total":2,"delivered":1,"failed":1},
  "bytes": ${files.reduce((sum, { byteLength }) => sum + byteLength, 0)},
  "failed": [
    {"acquisition_id":"103001005D31F500","cell_id":"Z33-120000022001","attempts":5,"reason":"a \\"reason\\""}
  ],
  "empty": [],
  "indexes": [
    "a/b/acquisition_collections/103001005D31F500_collection.json",
    "a/b/order_collections/${orderId}_root_collection.json"
  ],
  "files": [
    ${[...files.map(line), line({ ...request, byteLength: request.bytes.length })].join(',\n    ')}
  ]
}
`);
  });

  test('is the same whatever order its tiles come in', async () => {
    const tiles = [tile(0), tile(1), tile(2)];
    expect(await textOf(tiles.toReversed())).toBe(await textOf(tiles));
    expect(JSON.parse(await textOf(tiles))).toMatchObject({ state: 'SUCCEEDED', failed: [] });
  });

  test('names tiles that show nothing, which are no failure, and no collection where an acquisition has no others', async () => {
    const manifest = JSON.parse(await textOf([tile(0), { ...tile(2), files: [] }])) as { indexes: readonly string[] };
    expect(manifest).toMatchObject({
      state: 'SUCCEEDED',
      tiles: { total: 2, delivered: 2, failed: 0 },
      failed: [],
      empty: [{ acquisition_id: '104001005D31F500', cell_id: 'Z33-120000022000' }],
    });
    expect(manifest.indexes).toEqual([
      'a/b/acquisition_collections/103001005D31F500_collection.json',
      `a/b/order_collections/${orderId}_root_collection.json`,
    ]);
  });

  test('calls no order whole of which a tile is not delivered', async () => {
    expect(JSON.parse(await textOf([tile(0), { ...tile(1), state: 'queued', files: [] }]))).toMatchObject({
      state: 'PARTIAL',
      tiles: { total: 2, delivered: 1, failed: 1 },
    });
  });
});

const read = (asSent: Record<string, unknown>) =>
  JSON.parse(Buffer.from(requestFile({ ...order, asSent }).bytes).toString()) as { request: unknown };

describe('the request that lies beside it', () => {
  test('is the order as it was placed', () => {
    const { key, bytes, sha256: hash } = requestFile(order);
    expect([key, hash]).toEqual([`a/b/${orderId}-request.json`, sha256(bytes)]);
    expect(read(order.asSent)).toEqual({
      order_id: orderId,
      ordered: '2026-04-30T08:00:00.005Z',
      request: { select_id: '1', output_config: { bucket: 'demo', prefix: 'a/b' } },
    });
  });

  test('is the same whatever order its members come in', () => {
    expect(requestFile({ ...order, asSent: { a: { c: 1, d: 2 }, b: 1 } }).bytes).toEqual(
      requestFile({ ...order, asSent: { b: 1, a: { d: 2, c: 1 } } }).bytes,
    );
  });

  test('keeps no secret of a server that is told', () => {
    const url = 'https://user:secret@hooks.example.com/orders?token=secret#secret';
    const { request } = read({
      notifications: [
        { type: 'webhook', url },
        { type: 'email', address: 'a@b.example' },
      ],
      notification: { type: 'webhook', url },
      metadata: { url },
    });
    expect(request).toEqual({
      notifications: [
        { type: 'webhook', url: 'https://hooks.example.com/orders' },
        { type: 'email', address: 'a@b.example' },
      ],
      notification: { type: 'webhook', url: 'https://hooks.example.com/orders' },
      metadata: { url },
    });
  });
});
