export { type BrowserClient, createBrowserClient } from './browser-client.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { ServiceOptions } from './core.ts';
export type { BrowserSession } from './credentials/browser-session.ts';
export type { UsernameAndPassword } from './credentials/password.ts';
export { ChecksumError, ConnectionError, SwathError } from './errors.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export { maskSecret } from './mask.ts';
export type { Page, PageRequest } from './pages.ts';
export type { Patience } from './patience.ts';
export {
  type ApiContent,
  type ApiDocument,
  type ApiOperation,
  readApiDocument,
  type Schema,
} from './resources/api-document.ts';
export { type Admin, admin } from './resources/admin.ts';
export { type ApiKey, type ApiKeyRecord, type ApiKeyWithValue, hasValue, isExpired } from './resources/api-key.ts';
export { type Buckets, buckets, type BucketStep, type BucketTest } from './resources/buckets.ts';
export { type Catalog, catalog, type Queryables } from './resources/catalog.ts';
export { type CollectionWrites, collectionWrites } from './resources/collection-writes.ts';
export { type Area, type Cell, type Grid, grid } from './resources/grid.ts';
export { type Ingest, ingest, type IngestRejects } from './resources/ingest.ts';
export type { Keys, NewApiKey } from './resources/keys.ts';
export { type DownloadOptions, findWrong } from './resources/order-download.ts';
export { type OrderListing, orders, type Orders, type PlaceOptions, type WaitOptions } from './resources/orders.ts';
export type { Passwords } from './resources/passwords.ts';
export type { Self } from './resources/self.ts';
export { type SavedSearches, savedSearches } from './resources/saved-searches.ts';
export { type Selects, type SelectWaitOptions, selects } from './resources/selects.ts';
export {
  type Period,
  usage,
  type UsageBreakdown,
  type UsagePart,
  type UsageReport,
  type UsageReports,
  type UsageShare,
} from './resources/usage.ts';
export {
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookTest,
  type Webhooks,
  webhooks,
} from './resources/webhooks.ts';
export { createSha256, type Hasher } from './sha256.ts';
export type { CallOptions, Sender } from './transport.ts';
export { parseWireDate } from './wire-dates.ts';
export type * from './wire/account.ts';
export type * from './wire/aggregation.ts';
export type * from './wire/health.ts';
export * from './wire/ingest.ts';
export * from './wire/order.ts';
export type * from './wire/saved-search.ts';
export type * from './wire/select.ts';
export type * from './wire/stac.ts';
export type * from './wire/usage.ts';
