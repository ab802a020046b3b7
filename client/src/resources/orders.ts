import { newIdempotencyKey } from '../idempotency-key.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { pathOf, withQuery } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import {
  type DryRun,
  type ListedOrder,
  type Order,
  type OrderFile,
  type OrderRequest,
  type OrderState,
  type OrderTile,
} from '../wire/order.ts';
import { followOrder } from './follow-order.ts';

export type OrderListing = {
  readonly limit?: number;
  /** The id of an order: lists older ones. */
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  /** `metadata.customer:text` */
  readonly filter?: string;
};

export type PlaceOptions = CallOptions & {
  /** The same key with the same body is the same order; a key of its own is made for each call without one. */
  readonly idempotencyKey?: string;
};

export type WaitOptions = CallOptions & { readonly onProgress?: (state: OrderState) => void };

export type Orders = {
  place(order: OrderRequest, options?: PlaceOptions): Promise<Order>;
  /** Checks all, also the bucket, and tells usage and cost; nothing is ordered. */
  dryRun(order: OrderRequest, options?: CallOptions): Promise<DryRun>;
  read(id: string, options?: CallOptions): Promise<Order>;
  list(listing?: OrderListing, options?: CallOptions): Promise<Page<ListedOrder>>;
  cancel(id: string, options?: CallOptions): Promise<Order>;
  /** The failed tiles once more; a bucket's credentials may have to be given again. */
  retry(id: string, body?: Pick<OrderRequest, 'output_config'>, options?: CallOptions): Promise<Order>;
  tiles(id: string, page?: PageRequest, options?: CallOptions): Promise<Page<OrderTile>>;
  files(id: string, page?: PageRequest, options?: CallOptions): Promise<Page<OrderFile>>;
  manifest(id: string, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The state now and each change, until the order has ended. */
  follow(id: string, options?: CallOptions): AsyncGenerator<OrderState>;
  /** Resolves when the order has ended, whatever its end. */
  wait(id: string, options?: WaitOptions): Promise<Order>;
};

export function orders(sender: Sender): Orders {
  const get = <T>(path: string, read: (body: unknown) => T | undefined, options?: CallOptions) =>
    sender.send<T>({ method: 'GET', path, read, signal: options?.signal });
  const change = (path: string, body: object | undefined, options?: CallOptions) =>
    sender.send({ method: 'POST', path, body, read: readOrder, signal: options?.signal });
  const read = (id: string, options?: CallOptions) => get(pathOf('order', id), readOrder, options);

  return {
    place: (body, options) =>
      sender.send({
        method: 'POST',
        path: '/order',
        body,
        headers: { 'idempotency-key': options?.idempotencyKey ?? newIdempotencyKey() },
        isRepeatable: true,
        read: readOrder,
        signal: options?.signal,
      }),
    dryRun: (order, options) =>
      sender.send({
        method: 'POST',
        path: '/order',
        body: { ...order, dry_run: true },
        isRepeatable: true,
        read: readDryRun,
        signal: options?.signal,
      }),
    read,
    list: (listing = {}, options) => get(withQuery('/order', listing), readPage<ListedOrder>, options),
    cancel: (id, options) => change(pathOf('order', id, 'cancel'), undefined, options),
    retry: (id, body, options) => change(pathOf('order', id, 'retry'), body, options),
    tiles: (id, page = {}, options) => get(withQuery(pathOf('order', id, 'tiles'), page), readPage<OrderTile>, options),
    files: (id, page = {}, options) => get(withQuery(pathOf('order', id, 'files'), page), readPage<OrderFile>, options),
    manifest: (id, options) => get(pathOf('order', id, 'manifest'), readManifest, options),
    follow: (id, options) => followOrder(sender, id, options),
    async wait(id, options) {
      for await (const state of followOrder(sender, id, options)) options?.onProgress?.(state);
      return read(id, options);
    },
  };
}

const readOrder = readObject<Order>('id', 'state', 'order');
const readDryRun = readObject<DryRun>('usage', 'tiles', 'acquisitions');
const readManifest = readObject<Readonly<Record<string, unknown>>>();
