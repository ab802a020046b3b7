import { join } from 'node:path';
import { finishOrder } from '../../../server/src/orders/delivery/finish-order.ts';
import type { ClaimedTile } from '../../../server/src/orders/ports.ts';
import type { DeliveredFile } from '../../../server/src/orders/tile.ts';
import { createAccount, createKey, signIn } from '../../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import type { StartOptions } from '../../support/start-service.ts';
import { type PictureArchive, quarters, startPictureArchive, tiff } from '../imagery/picture-archive.ts';
import type { SelectRecord } from '../select/support-select.ts';

export type OrderRecord = {
  readonly id: string;
  readonly order_id: string;
  readonly status: string;
  readonly state: string;
  readonly status_message: string;
  readonly order: Readonly<Record<string, unknown>> & {
    readonly usage: Readonly<Record<'area' | 'cost', Readonly<Record<string, unknown>>>>;
    readonly acquisitions: readonly { readonly id: string; readonly tiles: number }[];
  };
  readonly progress: Readonly<Record<string, unknown>> & { readonly tiles: Readonly<Record<string, number>> };
  readonly links: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly [member: string]: unknown;
};

/** The imagery of an acquisition by its ground resolution: the second alone can be ordered with HD. */
export const acquisitions = { fine: '104001005D31F300', fit: '104001005D31F400', coarse: '103001005D31F500' } as const;
const resolutions = { fine: 0.3, fit: 0.4, coarse: 0.5 } as const;

export type OrderService = Omit<PictureArchive, 'token'> & {
  readonly adminToken: string;
  /** Of a member who may order. */
  readonly token: string;
  readonly key: string;
  readonly accountId: string;
  readonly organizationId: string;
  /** As the member, unless the options name another credential. */
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>;
  select(json?: Readonly<Record<string, unknown>>): Promise<SelectRecord>;
  /** Places an order of the fit acquisition to the managed bucket, unless told otherwise. */
  order(json?: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): Promise<OrderRecord>;
  read(id: string): Promise<OrderRecord>;
  /** Takes the tiles of an order as a worker would. */
  claim(id: string): Promise<readonly ClaimedTile[]>;
  /** Puts a file for each tile into its bucket and records it. */
  deliver(tiles: readonly ClaimedTile[]): Promise<void>;
  fail(tiles: readonly ClaimedTile[], error: string): Promise<void>;
  /** Brings an order whose tiles are settled to its end. */
  finish(id: string): Promise<void>;
};

/** A real service over an archive of three acquisitions that nobody delivers from but the test. */
export async function startOrderService(
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<OrderService> {
  const archive = await startPictureArchive({ SWATH_DELIVERY: '0', ...settings }, options);
  const href = archive.file('scene.tif', quarters.bytes());
  for (const name of ['fine', 'fit', 'coarse'] as const)
    await archive.item(acquisitions[name], {
      assets: { visual: tiff(href) },
      properties: { gsd: resolutions[name], platform: 'worldview-02' },
    });
  const member = await createAccount(archive.url, archive.token);
  const { access_token: token } = await signIn(archive.url, member);
  const { api_key: key } = await createKey(archive.url, token);
  const ask: OrderService['ask'] = (method, path, more = {}) =>
    call(archive.url, method, path, more.token || more.key ? more : { token, ...more });
  const { service } = archive;
  const claimOf = () => ({
    holder: 'test',
    nowMs: service.clock.nowMs(),
    leaseUntilMs: service.clock.nowMs() + 60_000,
  });
  return {
    ...archive,
    adminToken: archive.token,
    token,
    key,
    accountId: member.id,
    organizationId: member.organizationId,
    ask,
    select: (json = { ids: Object.values(acquisitions) }) => asked(ask('POST', '/select', { json })),
    order: (json = {}, headers = {}) => asked(ask('POST', '/order', { json: { ...plainOrder, ...json }, headers })),
    read: (id) => asked(ask('GET', `/order/${id}`)),
    async claim(id) {
      const claimed = await service.orders.claimTiles({ ...claimOf(), limit: 1_000 });
      const [own, others] = [claimed.filter(isOf(id)), claimed.filter((tile) => !isOf(id)(tile))];
      await service.orders.giveTilesBack(
        others.map(({ lease }) => lease),
        service.clock.nowMs(),
      );
      return own;
    },
    async deliver(tiles) {
      for (const tile of tiles)
        await service.orders.tileDelivered(tile.lease, [await putFile(archive, tile)], service.clock.nowMs());
    },
    async fail(tiles, error) {
      for (const { lease } of tiles) await service.orders.tileFailed(lease, error, null, service.clock.nowMs());
    },
    async finish(id) {
      for (const claimed of await service.orders.claimOrders({ ...claimOf(), limit: 1_000 })) {
        if (claimed.order.id !== id) await service.orders.postpone(claimed.lease, service.clock.nowMs(), 'not now');
        else await finishOrder({ ...service, random: () => 0.5 }, claimed, { signal: new AbortController().signal });
      }
    },
  };
}

const asked = async <T>(answer: Promise<Answer>): Promise<T> => {
  const { status, text, json } = await answer;
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return json<T>();
};

export const plainOrder = { acquisitions: [acquisitions.fit], output_config: { bucket: 'managed', prefix: '' } };

const isOf = (id: string) => (tile: ClaimedTile) => tile.lease.orderId === id;

export const fileBytes = (number: number) => Buffer.from(`the raster of tile ${number}`.repeat(20));

async function putFile({ service }: PictureArchive, { lease, order, spec }: ClaimedTile): Promise<DeliveredFile> {
  const bucket = await service.buckets.open(order.output.target);
  const key = [order.output.prefix, '33', `${spec.acquisitionId}-${lease.number}-visual.tif`].filter(Boolean).join('/');
  const contentType = 'image/tiff';
  const put = await bucket.put(key, fileBytes(lease.number), { contentType });
  return { key, contentType, ...put };
}

/** Where a bucket by name is on the disk. */
export const bucketFolder = ({ dataFolder }: Pick<OrderService, 'dataFolder'>, name: string) =>
  join(dataFolder, 'buckets', name);

/** Without what says when it was asked. */
export function timeless(record: OrderRecord) {
  const { response_timestamp: _, ...rest } = record;
  return rest;
}

/** Another account of another organization. */
export async function strangerTo({ url, adminToken }: Pick<OrderService, 'url' | 'adminToken'>) {
  return (await signIn(url, await createAccount(url, adminToken))).access_token;
}
