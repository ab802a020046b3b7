import { SwathError } from '@swath/client';
import { useEffect, useRef, useState } from 'react';

type Live<T> = {
  /** Of what is shown; undefined while there is nothing to follow. */
  readonly id: string | undefined;
  readonly follow: (id: string, options: { readonly signal: AbortSignal }) => AsyncIterable<T>;
  readonly onState: (state: T) => void;
};

/** Follows what moves for as long as the page shows it; false while the stream is broken. */
export function useLive<T>({ id, follow, onState }: Live<T>): boolean {
  const [isLive, setIsLive] = useState(false);
  const latest = useRef({ follow, onState });
  latest.current = { follow, onState };

  useEffect(() => {
    if (id === undefined) return undefined;
    const leaving = new AbortController();
    const tell = (state: T) => {
      setIsLive(true);
      latest.current.onState(state);
    };
    void keepFollowing(() => latest.current.follow(id, leaving), leaving.signal, tell).finally(() => setIsLive(false));
    return () => leaving.abort();
  }, [id]);

  return isLive;
}

const comeBackMs = 5_000;

/** Comes back after the service was out of reach; what the service refuses shows when the thing itself is read. */
async function keepFollowing<T>(
  follow: () => AsyncIterable<T>,
  signal: AbortSignal,
  tell: (state: T) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const state of follow()) tell(state);
      return;
    } catch (error) {
      if (signal.aborted || (error instanceof SwathError && error.status !== 503)) return;
      await new Promise((resolve) => setTimeout(resolve, comeBackMs));
    }
  }
}
