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
export { type ApiKey, type ApiKeyRecord, type ApiKeyWithValue, hasValue, isExpired } from './resources/api-key.ts';
export type { Keys, NewApiKey } from './resources/keys.ts';
export type { Passwords } from './resources/passwords.ts';
export type { Self } from './resources/self.ts';
export type { CallOptions } from './transport.ts';
export { parseWireDate } from './wire-dates.ts';
