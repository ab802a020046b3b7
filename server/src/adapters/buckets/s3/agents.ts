import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import { guardLookup } from '../../tiff/sources/guard-lookup.ts';
import { isPublicAddress } from '../../tiff/sources/public-address.ts';

export type Agents = { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent };

const refuse = (host: string) => new BucketFault('endpoint', `${host} is not on a network that is delivered to`);

/** Connections to public addresses alone, judged at the socket, whatever a name is when it is asked for. */
export function createGuardedAgents(): Agents {
  const options = { keepAlive: true, maxSockets: 50, lookup: guardLookup(isPublicAddress, refuse) };
  return { httpAgent: new GuardedHttpAgent(options), httpsAgent: new GuardedHttpsAgent(options) };
}

/** Instances, also where nothing is guarded: for some requests the client of S3 would make others of its own. */
export function createAgents(): Agents {
  const options = { keepAlive: true, maxSockets: 50 };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

/** An address needs no look-up, and is asked about here. */
function refuseAddress({ host }: { readonly host?: string | null | undefined }): void {
  const address = (host ?? '').replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw refuse(address);
}

class GuardedHttpAgent extends HttpAgent {
  override createConnection(...[options, done]: Parameters<HttpAgent['createConnection']>) {
    refuseAddress(options);
    return super.createConnection(options, done);
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  override createConnection(...[options, done]: Parameters<HttpsAgent['createConnection']>) {
    refuseAddress(options);
    return super.createConnection(options, done);
  }
}
