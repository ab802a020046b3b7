import { type OrderState, isEnded } from '@swath/client';
import { useLive } from '../ui/use-live.ts';
import { ordersApi } from './api.ts';

/** Follows a running order for as long as the page shows it; false while the stream is broken. */
export const useLiveOrder = (order: OrderState | undefined, onState: (state: OrderState) => void): boolean =>
  useLive({ id: order && !isEnded(order) ? order.id : undefined, follow: ordersApi.follow, onState });
