import type { PlacingNeeds } from '../../orders/placing/place-order.ts';
import type { Service } from '../../service.ts';

/** What watching, acting and telling ask for. */
export type WatchNeeds = PlacingNeeds &
  Pick<
    Service,
    | 'accounts'
    | 'apiKeys'
    | 'orders'
    | 'savedSearches'
    | 'arrivalMatcher'
    | 'surveysUnderWay'
    | 'clock'
    | 'log'
    | 'config'
  >;
