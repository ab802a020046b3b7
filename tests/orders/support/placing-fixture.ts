import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Organization, type Prices, noPrices, unlimited } from '../../../server/src/accounts/account.ts';
import {
  type Customer,
  type DryRun,
  type PlaceOptions,
  type PlacedOrder,
  type PlacingNeeds,
  placeOrder,
} from '../../../server/src/orders/placing/place-order.ts';
import { readOrderRequest } from '../../../server/src/orders/request/read-order.ts';
import { readSelectRequest } from '../../../server/src/select/read-select.ts';
import { selectImagery } from '../../../server/src/select/running/select-imagery.ts';
import { type PictureArchive, quarters, startPictureArchive, tiff } from '../../http/imagery/picture-archive.ts';
import { createAccount } from '../../support/accounts.ts';
import { type MovableClock, movableClock } from '../../support/movable-clock.ts';
import { type KeptOrders, keepOrders } from './kept-orders.ts';

type Members = Readonly<Record<string, unknown>>;
type Change = {
  readonly needs?: Partial<PlacingNeeds>;
  readonly customer?: Partial<Customer>;
  readonly options?: Partial<PlaceOptions>;
};

export type Placing = {
  readonly archive: PictureArchive;
  readonly clock: MovableClock;
  readonly orders: KeptOrders;
  readonly needs: PlacingNeeds;
  readonly customer: Customer;
  /** An item over both cells, with files of its own where none are given. */
  item(id: string, parts?: Partial<Parameters<PictureArchive['item']>[1]>): Promise<void>;
  /** The id of a select. */
  select(members?: Members, customer?: Customer): Promise<string>;
  place(body: Members, change?: Change): Promise<PlacedOrder | DryRun>;
  /** What an order is refused with, after its kind. */
  refused(body: Members, change?: Change): Promise<string>;
  stop(): Promise<void>;
};

/** Two cells side by side, and what is shown of each is 24 km2 after rounding. */
export const cells = ['Z33-102222202222', 'Z33-102222202223'];
/** Both, but for 100 m at their edges. */
export const bounds = [500_100, 5_200_100, 509_900, 5_204_900] as const;

export const prices: Prices = { ...noPrices, fresh_imagery_price: 2, standard_imagery_price: 1 };

/** The real service with a small archive and a bucket named `deliveries`; the store of orders is in memory. */
export async function startPlacing(settings: Readonly<Record<string, string>> = {}): Promise<Placing> {
  const clock = movableClock();
  const archive = await startPictureArchive({ SWATH_DELIVERY: '0', ...settings }, { clock });
  mkdirSync(join(archive.dataFolder, 'buckets', 'deliveries'), { recursive: true });
  const { service } = archive;
  const orders = keepOrders();
  const needs: PlacingNeeds = { ...service, orders };
  const customer = await customerOf(archive);
  const visual = archive.file('visual.tif', quarters.bytes());
  const place: Placing['place'] = (body, { needs: other = {}, customer: who = {}, options = {} } = {}) =>
    placeOrder({ ...needs, ...other }, { ...customer, ...who }, readOrderRequest(body), {
      idempotencyKey: null,
      ...options,
    });
  return {
    archive,
    clock,
    orders,
    needs,
    customer,
    item: (id, parts = {}) => archive.item(id, { bounds, assets: { visual: tiff(visual) }, ...parts }),
    async select(members = { ids: ['fresh'] }, who = customer) {
      const { id, status } = await selectImagery(service, who, readSelectRequest(members));
      if (status !== 'SUCCEEDED') throw new Error(`the select is ${status}`);
      return id;
    },
    place,
    refused: (body, change) =>
      place(body, change).then(
        () => Promise.reject(new Error('it was not refused')),
        (error: Error & { kind?: string }) => `${error.kind}: ${error.message}`,
      ),
    stop: () => archive.stop(),
  };
}

/** A new account that sees everything, at prices and without limits. */
export async function customerOf({ url, token, service }: PictureArchive): Promise<Customer> {
  const { id } = await createAccount(url, token);
  const { account, organization } = (await service.accounts.byId(id))!;
  return { account, organization: { ...organization, prices, limits: unlimited }, collections: null };
}

export const withOrganization = ({ organization }: Customer, change: Partial<Organization>): Partial<Customer> => ({
  organization: { ...organization, ...change },
});
