import type { Credential } from './credentials/credential.ts';
import { type Patience, patient, usualPatience } from './patience.ts';
import { printable } from './printable.ts';
import { type Keys, keys } from './resources/keys.ts';
import { type Passwords, passwords } from './resources/passwords.ts';
import { readSelf, type Self } from './resources/self.ts';
import { revokeToken } from './resources/tokens.ts';
import { authorized, type CallOptions, createTransport, type Transport } from './transport.ts';

export const defaultVendor = 'vendor';

export type ServiceOptions = {
  readonly url: string | URL;
  readonly fetch?: typeof globalThis.fetch;
  /** The service's word in `{vendor}-api-key`; only needed with an API key and a service that changed it. */
  readonly vendor?: string;
  /** Calls that may pass are tried again; `{ attempts: 1 }` never does. */
  readonly patience?: Partial<Patience>;
};

/** What every client has: who one is, and the keys. */
export type Core = {
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

export function assemble(transport: Transport, credential: Credential, options: ServiceOptions) {
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

export function transportOf(options: ServiceOptions): Transport {
  // Bound late and to the global object: browsers refuse a fetch that lost its window.
  return createTransport(options.url, options.fetch ?? ((input, init) => globalThis.fetch(input, init)));
}
