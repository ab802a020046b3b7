import { pathOf } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import { type OrderState, isEnded } from '../wire/order.ts';
import { followEvents } from './follow-events.ts';

/** The state now and each change of it, until the order has ended. */
export const followOrder = (sender: Sender, id: string, options?: CallOptions): AsyncGenerator<OrderState> =>
  followEvents<OrderState>(sender, pathOf('order', id, 'events'), isEnded, options);
