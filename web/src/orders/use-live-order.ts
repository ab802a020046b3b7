import { type OrderState, SwathError, isEnded } from '@swath/client';
import { useEffect, useRef, useState } from 'react';
import { ordersApi } from './api.ts';

/** Follows a running order for as long as the page shows it; false while the stream is broken. */
export function useLiveOrder(order: OrderState | undefined, onState: (state: OrderState) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const tell = useRef(onState);
  tell.current = onState;
  const id = order?.id;
  const isRunning = order !== undefined && !isEnded(order);

  useEffect(() => {
    if (id === undefined || !isRunning) return undefined;
    const leaving = new AbortController();
    void follow(id, leaving.signal, (state) => {
      setIsLive(true);
      tell.current(state);
    }).finally(() => setIsLive(false));
    return () => leaving.abort();
  }, [id, isRunning]);

  return isLive;
}

const comeBackMs = 5_000;

/** Comes back after the service was out of reach; what the service refuses shows when the order is read. */
async function follow(id: string, signal: AbortSignal, tell: (state: OrderState) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const state of ordersApi.follow(id, { signal })) tell(state);
      return;
    } catch (error) {
      if (signal.aborted || (error instanceof SwathError && error.status !== 503)) return;
      await new Promise((resolve) => setTimeout(resolve, comeBackMs));
    }
  }
}
