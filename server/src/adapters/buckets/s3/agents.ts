import { BucketFault } from '../../../buckets/bucket-fault.ts';
import { type Agents, createGuardedAgents as guarded, createOpenAgents } from '../../network/guarded-agents.ts';

export type { Agents } from '../../network/guarded-agents.ts';

const options = { keepAlive: true, maxSockets: 50 };
const refuse = (host: string) => new BucketFault('endpoint', `${host} is not on a network that is delivered to`);

/** For endpoints that customers name. */
export const createGuardedAgents = (): Agents => guarded(options, refuse);

/** Instances, also where nothing is guarded: for some requests the client of S3 would make others of its own. */
export const createAgents = (): Agents => createOpenAgents(options);
