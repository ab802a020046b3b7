import { type Core, type ServiceOptions, assemble, transportOf } from './core.ts';
import { browserSession, type BrowserSession } from './credentials/browser-session.ts';
import type { Sender } from './transport.ts';

/** `sender` is what `catalog`, `orders` and the others are made with, where a page needs them: each in its own chunk. */
export type BrowserClient = Core & { readonly session: BrowserSession; readonly sender: Sender };

/** A client for the service's own web page: an HttpOnly cookie holds the session, the token stays in memory. */
export function createBrowserClient(options: ServiceOptions): BrowserClient {
  const transport = transportOf(options);
  const { session, credential } = browserSession(transport);
  // A page shows at once that something failed, and asks again by itself.
  const { core, sender } = assemble(transport, credential, { patience: { attempts: 1 }, ...options });
  return Object.assign(core, { session, sender });
}
