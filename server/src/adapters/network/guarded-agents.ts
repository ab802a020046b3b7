import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { guardLookup } from './guard-lookup.ts';
import { isPublicAddress } from '../../shared/public-address.ts';

export type Agents = { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent };

export type AgentOptions = { readonly keepAlive: boolean; readonly maxSockets: number };

type Refuse = (host: string) => Error;

/** Connections to public addresses alone, judged at the socket, whatever a name is when it is asked for. */
export function createGuardedAgents(options: AgentOptions, refuse: Refuse): Agents {
  const guarded = { ...options, lookup: guardLookup(isPublicAddress, refuse) };
  return { httpAgent: new GuardedHttpAgent(guarded, refuse), httpsAgent: new GuardedHttpsAgent(guarded, refuse) };
}

export function createOpenAgents(options: AgentOptions): Agents {
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

/** An address needs no look-up, and is asked about here. */
function refuseAddress(host: string | null | undefined, refuse: Refuse): void {
  const address = (host ?? '').replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw refuse(address);
}

class GuardedHttpAgent extends HttpAgent {
  readonly #refuse: Refuse;

  constructor(options: ConstructorParameters<typeof HttpAgent>[0], refuse: Refuse) {
    super(options);
    this.#refuse = refuse;
  }

  override createConnection(...[options, done]: Parameters<HttpAgent['createConnection']>) {
    refuseAddress(options.host, this.#refuse);
    return super.createConnection(options, done);
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #refuse: Refuse;

  constructor(options: ConstructorParameters<typeof HttpsAgent>[0], refuse: Refuse) {
    super(options);
    this.#refuse = refuse;
  }

  override createConnection(...[options, done]: Parameters<HttpsAgent['createConnection']>) {
    refuseAddress(options.host, this.#refuse);
    return super.createConnection(options, done);
  }
}
