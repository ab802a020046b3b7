import { type Core, type ServiceOptions, assemble, defaultVendor, transportOf } from './core.ts';
import type { Credential } from './credentials/credential.ts';
import { accessTokenCredential, anonymous, apiKeyCredential } from './credentials/fixed.ts';
import { passwordCredential, type UsernameAndPassword } from './credentials/password.ts';
import { type Admin, admin } from './resources/admin.ts';
import { type Buckets, buckets } from './resources/buckets.ts';
import { type Catalog, catalog } from './resources/catalog.ts';
import { type CollectionWrites, collectionWrites } from './resources/collection-writes.ts';
import { type Grid, grid } from './resources/grid.ts';
import { type Ingest, ingest } from './resources/ingest.ts';
import { type Orders, orders } from './resources/orders.ts';
import { type SavedSearches, savedSearches } from './resources/saved-searches.ts';
import { type Selects, selects } from './resources/selects.ts';
import { type UsageReports, usage } from './resources/usage.ts';
import { type Webhooks, webhooks } from './resources/webhooks.ts';
import type { Transport } from './transport.ts';

type Identity =
  | { readonly apiKey: string }
  | { readonly accessToken: string }
  | UsernameAndPassword
  | { readonly apiKey?: undefined; readonly accessToken?: undefined; readonly username?: undefined };

export type ClientOptions = ServiceOptions & Identity;

export type Client = Core & {
  readonly catalog: Catalog;
  readonly grid: Grid;
  readonly selects: Selects;
  readonly orders: Orders;
  readonly buckets: Buckets;
  readonly usage: UsageReports;
  readonly webhooks: Webhooks;
  readonly savedSearches: SavedSearches;
  readonly collectionWrites: CollectionWrites;
  readonly ingest: Ingest;
  readonly admin: Admin;
};

/** A client for programs: with an API key, an access token, a username and password, or none of them. */
export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const { core, sender } = assemble(transport, credentialOf(options, transport), options);
  return Object.assign(core, {
    catalog: catalog(sender),
    grid: grid(sender),
    selects: selects(sender),
    orders: orders(sender),
    buckets: buckets(sender),
    usage: usage(sender),
    webhooks: webhooks(sender),
    savedSearches: savedSearches(sender),
    collectionWrites: collectionWrites(sender),
    ingest: ingest(sender),
    admin: admin(sender),
  });
}

function credentialOf(options: ClientOptions, transport: Transport): Credential {
  if ('apiKey' in options && options.apiKey !== undefined)
    return apiKeyCredential(options.apiKey, options.vendor ?? defaultVendor);
  if ('accessToken' in options && options.accessToken !== undefined)
    return accessTokenCredential(options.accessToken, transport);
  if ('username' in options && options.username !== undefined) return passwordCredential(transport, options);
  return anonymous;
}
