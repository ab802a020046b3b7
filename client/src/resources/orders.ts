import { callsOf } from '../calls.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { pathOf, withQuery } from '../query.ts';
import { throughRestarts } from '../through-restarts.ts';
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
import { type DownloadOptions, downloadFile } from './order-download.ts';

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
  /** All of them, page behind page. */
  everyFile(id: string, options?: CallOptions): AsyncGenerator<OrderFile>;
  /** The bytes of a file of the managed bucket; goes on after a break, and throws a `ChecksumError` at a wrong end. */
  download(
    id: string,
    file: Pick<OrderFile, 'key' | 'size' | 'sha256'>,
    options?: DownloadOptions,
  ): AsyncGenerator<Uint8Array>;
  manifest(id: string, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The state now and each change, until the order has ended. */
  follow(id: string, options?: CallOptions): AsyncGenerator<OrderState>;
  /** Resolves when the order has ended, whatever its end; a service that is restarted meanwhile is waited for. */
  wait(id: string, options?: WaitOptions): Promise<Order>;
};

export function orders(sender: Sender): Orders {
  const { get, post, ask } = callsOf(sender);
  const read = (id: string, options?: CallOptions) => get(pathOf('order', id), readOrder, options);
  const files = (id: string, page: PageRequest = {}, options?: CallOptions) =>
    get(withQuery(pathOf('order', id, 'files'), page), readPage<OrderFile>, options);

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
    dryRun: (order, options) => ask('/order', { ...order, dry_run: true }, readDryRun, options),
    read,
    list: (listing = {}, options) => get(withQuery('/order', listing), readPage<ListedOrder>, options),
    cancel: (id, options) => post(pathOf('order', id, 'cancel'), undefined, readOrder, options),
    retry: (id, body, options) => post(pathOf('order', id, 'retry'), body, readOrder, options),
    tiles: (id, page = {}, options) => get(withQuery(pathOf('order', id, 'tiles'), page), readPage<OrderTile>, options),
    files,
    async *everyFile(id, options) {
      for (let after: string | undefined, hasMore = true; hasMore;) {
        const page: Page<OrderFile> = await files(id, after === undefined ? {} : { after }, options);
        yield* page.data;
        [after, hasMore] = [page.next, page.has_more];
      }
    },
    download: (id, file, options) => downloadFile(sender, id, file, options),
    manifest: (id, options) => get(pathOf('order', id, 'manifest'), readManifest, options),
    follow: (id, options) => followOrder(sender, id, options),
    wait: (id, options) =>
      throughRestarts(async (answered) => {
        for await (const state of followOrder(sender, id, options)) {
          answered();
          options?.onProgress?.(state);
        }
        return read(id, options);
      }, options?.signal),
  };
}

const readOrder = readObject<Order>('id', 'state', 'order');
const readDryRun = readObject<DryRun>('usage', 'tiles', 'acquisitions');
const readManifest = readObject<Readonly<Record<string, unknown>>>();
