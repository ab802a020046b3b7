import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { eachTile } from '../../orders/delivery/each-tile.ts';
import { manifestTexts } from '../../orders/delivery/manifest.ts';
import { documentKeys } from '../../orders/document-keys.ts';
import { findOrder } from '../../orders/find-order.ts';
import { type Order, isFinal } from '../../orders/order.ts';
import { signOrderFile } from '../../orders/sign-order-file.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { operation } from '../route.ts';
import { contentTypeOf } from '../wire/files/file-headers.ts';
import { byOrderId, orderFileSchema, orderTileSchema } from '../wire/orders/order-schemas.ts';
import { fileRecord, orderTileRecord } from '../wire/orders/order-tile-record.ts';
import { pageQuery, pageSchema } from '../wire/parts/page-request.ts';
import { readTilePage, tilePageRecord } from '../wire/selects/tile-page.ts';

const tag = 'Order';

export const tiles = operation({
  summary: 'The tiles of an order, and what became of each',
  tag,
  params: byOrderId,
  query: pageQuery,
  errors: [404],
  answers: { 200: pageSchema(orderTileSchema) },
  handle: async (service, { principal, params, query }) => {
    const { id } = await findOrder(service, principal, params.id);
    const { from, limit } = readTilePage(query);
    const page = await service.orders.tiles(id, { from, limit: limit + 1 });
    return tilePageRecord(page, limit, (tile) => [orderTileRecord(tile)]);
  },
});

export const files = operation({
  summary: 'The files that an order has delivered',
  description:
    'As far as it has come; a page is as many tiles with files as `limit` says, with all of them. The documents of the whole ' +
    'order are on the last page. Files of the managed bucket have a link that needs no credential for twelve hours.',
  tag,
  params: byOrderId,
  query: pageQuery,
  errors: [404],
  answers: { 200: pageSchema(orderFileSchema) },
  handle: async (service, { principal, params, query }) => {
    const order = await findOrder(service, principal, params.id);
    const { from, limit } = readTilePage(query);
    const found = await service.orders.tiles(order.id, { from, limit: limit + 1, withFiles: true });
    const areKept = await service.orders.hasManagedFiles(order.id);
    const link = (key: string) => (areKept ? signOrderFile(service, order, key) : null);
    const page = tilePageRecord(found, limit, ({ files: delivered }) =>
      delivered.map((file) => ({ ...fileRecord(file), link: link(file.key) })),
    );
    return page.has_more ? page : { ...page, data: [...page.data, ...(await documentRecords(service, order, link))] };
  },
});

export const manifest = operation({
  summary: 'The manifest of an order',
  description:
    'Every file with its size and SHA-256, as it lies in the bucket; 404 until it is written, and while a retry runs. ' +
    'After one that failed or was cancelled it tells of all that was delivered; after one that failed, that in the bucket ' +
    'is of the run before.',
  tag,
  params: byOrderId,
  errors: [404],
  answers: { 200: Type.Unknown() },
  handle: async (service, { principal, params, request, reply }) => {
    const order = await findOrder(service, principal, params.id);
    if (!order.hasManifest || !isFinal(order.state)) throw new PlatformError('not_found');
    void reply.type('application/json; charset=utf-8');
    if (request.method === 'HEAD') return Readable.from([]);
    return Readable.from(manifestTexts(order, eachTile(service.orders, order.id)), { objectMode: false });
  },
});

type Link = (key: string) => string | null;

async function documentRecords(service: Pick<Service, 'orders'>, order: Order, link: Link) {
  const keys = await documentKeys(service, order);
  return keys.map((key) => ({
    key,
    size: null,
    sha256: null,
    content_type: contentTypeOf(null, key),
    link: link(key),
  }));
}
