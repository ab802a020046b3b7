import { browserSession, type BrowserSession } from './credentials/browser-session.ts';
import type { Credential } from './credentials/credential.ts';
import { accessTokenCredential, anonymous, apiKeyCredential } from './credentials/fixed.ts';
import { passwordCredential, type UsernameAndPassword } from './credentials/password.ts';
import { type Patience, patient, usualPatience } from './patience.ts';
import { printable } from './printable.ts';
import { type Admin, admin } from './resources/admin.ts';
import { type Catalog, catalog } from './resources/catalog.ts';
import { type Grid, grid } from './resources/grid.ts';
import { type Keys, keys } from './resources/keys.ts';
import { type Orders, orders } from './resources/orders.ts';
import { type Passwords, passwords } from './resources/passwords.ts';
import { type Selects, selects } from './resources/selects.ts';
import { readSelf, type Self } from './resources/self.ts';
import { revokeToken } from './resources/tokens.ts';
import { type UsageReports, usage } from './resources/usage.ts';
import { type Webhooks, webhooks } from './resources/webhooks.ts';
import { authorized, type CallOptions, createTransport, type Sender, type Transport } from './transport.ts';

const defaultVendor = 'vendor';

export type ServiceOptions = {
  readonly url: string | URL;
  readonly fetch?: typeof globalThis.fetch;
  /** The service's word in `{vendor}-api-key`; only needed with an API key and a service that changed it. */
  readonly vendor?: string;
  /** Calls that may pass are tried again; `{ attempts: 1 }` never does. */
  readonly patience?: Partial<Patience>;
};

type Identity =
  | { readonly apiKey: string }
  | { readonly accessToken: string }
  | UsernameAndPassword
  | { readonly apiKey?: undefined; readonly accessToken?: undefined; readonly username?: undefined };

export type ClientOptions = ServiceOptions & Identity;

/** What every client has: who one is, and the keys. */
type Core = {
  readonly url: string;
  /** The given vendor word, else the one that the service stated when `self` was last called. */
  readonly vendor: string;
  readonly keys: Keys;
  readonly passwords: Passwords;
  self(options?: CallOptions): Promise<Self>;
  revoke(token: string, options?: CallOptions): Promise<void>;
  /** Ends the sign-in on the service and forgets its tokens; an API key stays as it is. */
  signOut(options?: CallOptions): Promise<void>;
  toString(): string;
};

export type Client = Core & {
  readonly catalog: Catalog;
  readonly grid: Grid;
  readonly selects: Selects;
  readonly orders: Orders;
  readonly usage: UsageReports;
  readonly webhooks: Webhooks;
  readonly admin: Admin;
};

/** `sender` is what `catalog`, `orders` and the others are made with, where a page needs them: each in its own chunk. */
export type BrowserClient = Core & { readonly session: BrowserSession; readonly sender: Sender };

/** A client for programs: with an API key, an access token, a username and password, or none of them. */
export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const { core, sender } = assemble(transport, credentialOf(options, transport), options);
  return Object.assign(core, {
    catalog: catalog(sender),
    grid: grid(sender),
    selects: selects(sender),
    orders: orders(sender),
    usage: usage(sender),
    webhooks: webhooks(sender),
    admin: admin(sender),
  });
}

/** A client for the service's own web page: an HttpOnly cookie holds the session, the token stays in memory. */
export function createBrowserClient(options: ServiceOptions): BrowserClient {
  const transport = transportOf(options);
  const { session, credential } = browserSession(transport);
  // A page shows at once that something failed, and asks again by itself.
  const { core, sender } = assemble(transport, credential, { patience: { attempts: 1 }, ...options });
  return Object.assign(core, { session, sender });
}

function assemble(transport: Transport, credential: Credential, options: ServiceOptions) {
  const sender = patient(authorized(transport, credential), { ...usualPatience, ...options.patience });
  let stated: string | null = null;
  const client: Core = {
    url: transport.url,
    get vendor() {
      return options.vendor ?? stated ?? defaultVendor;
    },
    keys: keys(sender),
    passwords: passwords(sender, transport),
    async self(call) {
      const { user, vendor } = await readSelf(sender, call);
      stated = vendor ?? stated;
      return user;
    },
    revoke: (token, call) => revokeToken(transport, token, call),
    signOut: (call) => credential.end(call?.signal),
  };
  const describe = () => ({ url: transport.url, credential: credential.label });
  return { core: printable('SwathClient', client, describe), sender };
}

function credentialOf(options: ClientOptions, transport: Transport): Credential {
  if ('apiKey' in options && options.apiKey !== undefined)
    return apiKeyCredential(options.apiKey, options.vendor ?? defaultVendor);
  if ('accessToken' in options && options.accessToken !== undefined)
    return accessTokenCredential(options.accessToken, transport);
  if ('username' in options && options.username !== undefined) return passwordCredential(transport, options);
  return anonymous;
}

function transportOf(options: ServiceOptions): Transport {
  // Bound late and to the global object: browsers refuse a fetch that lost its window.
  return createTransport(options.url, options.fetch ?? ((input, init) => globalThis.fetch(input, init)));
}
