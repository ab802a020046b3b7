export {
  type BrowserClient,
  type Client,
  type ClientOptions,
  createBrowserClient,
  createClient,
  type ServiceOptions,
} from './client.ts';
export type { BrowserSession } from './credentials/browser-session.ts';
export type { UsernameAndPassword } from './credentials/password.ts';
export { ConnectionError, SwathError } from './errors.ts';
export { maskSecret } from './mask.ts';
export type { Page, PageRequest } from './pages.ts';
export type { Patience } from './patience.ts';
export type { Admin } from './resources/admin.ts';
export { type ApiKey, type ApiKeyRecord, type ApiKeyWithValue, hasValue, isExpired } from './resources/api-key.ts';
export type { Catalog, Queryables } from './resources/catalog.ts';
export type { Area, Cell, Grid } from './resources/grid.ts';
export type { Keys, NewApiKey } from './resources/keys.ts';
export type { OrderListing, Orders, PlaceOptions, WaitOptions } from './resources/orders.ts';
export type { Passwords } from './resources/passwords.ts';
export type { Self } from './resources/self.ts';
export type { Selects } from './resources/selects.ts';
export type { Period, UsageReport, UsageReports } from './resources/usage.ts';
export type { WebhookAttempt, WebhookDelivery, WebhookTest, Webhooks } from './resources/webhooks.ts';
export type { CallOptions } from './transport.ts';
export { parseWireDate } from './wire-dates.ts';
export type * from './wire/account.ts';
export * from './wire/order.ts';
export type * from './wire/select.ts';
export type * from './wire/stac.ts';
export type * from './wire/usage.ts';
