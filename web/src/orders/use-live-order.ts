import { type OrderState, isEnded } from '@swath/client';
import { useLive } from '../ui/use-live.ts';
import { ordersApi } from './api.ts';
import { useReadAnew, useTakeState } from './use-orders.ts';

/** Follows a running order for as long as the page shows it; false while the stream is broken. */
export function useLiveOrder(id: string, order: OrderState | undefined): boolean {
  const [onState, lookAgain] = [useTakeState(id), useReadAnew(id)];
  return useLive({
    id: order && !isEnded(order) ? order.id : undefined,
    follow: ordersApi.follow,
    onState,
    lookAgain,
  });
}
