import type { Principal } from '../../accounts/principal.ts';
import type { Service } from '../../service.ts';
import type { OrderStore } from '../ports.ts';

/** What placing asks of the store of orders. */
export type PlacingStore = Pick<
  OrderStore,
  | 'place'
  | 'byIdempotencyKey'
  | 'byId'
  | 'identical'
  | 'isForeignBucket'
  | 'occupant'
  | 'failedProbes'
  | 'countFailedProbe'
>;

export type PlacingNeeds = Pick<
  Service,
  'config' | 'clock' | 'vault' | 'usageLog' | 'buckets' | 'catalog' | 'imagery' | 'selections' | 'surveyor'
> & { readonly orders: PlacingStore };

/** Who orders, on whose account, and what they may see. */
export type Customer = Pick<Principal, 'account' | 'organization' | 'collections'>;
