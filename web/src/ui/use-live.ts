import { SwathError } from '@swath/client';
import { useEffect, useRef, useState } from 'react';
import { markExpired, useSession } from '../session/session-store.ts';
import { useIsSeen } from './use-is-seen.ts';

type Live<T> = {
  /** Of what is shown; undefined while there is nothing to follow. */
  readonly id: string | undefined;
  readonly follow: (id: string, options: { readonly signal: AbortSignal }) => AsyncIterable<T>;
  readonly onState: (state: T) => void;
  /** Reads it anew: there are proxies that let no events through. */
  readonly lookAgain: () => void;
};

const lookAgainMs = 15_000;

/** Follows what moves for as long as the page shows it; false while the stream is broken. */
export function useLive<T>({ id, follow, onState, lookAgain }: Live<T>): boolean {
  const [isLive, setIsLive] = useState(false);
  const latest = useRef({ follow, onState, lookAgain });
  latest.current = { follow, onState, lookAgain };
  const session = useSession();
  // Nothing comes until somebody signs in again; then it is followed anew.
  const isOut = session.state === 'signed-in' && session.hasExpired;
  // Browsers open six connections to a service, for all tabs together: those that nobody sees hold none of them.
  const isWanted = useIsSeen() && !isOut;

  useEffect(() => {
    if (id === undefined || !isWanted) return undefined;
    const leaving = new AbortController();
    const tell = (state: T) => {
      setIsLive(true);
      latest.current.onState(state);
    };
    const lose = () => setIsLive(false);
    void keepFollowing(() => latest.current.follow(id, leaving), leaving.signal, tell, lose);
    return () => {
      leaving.abort();
      lose();
    };
  }, [id, isWanted]);

  useEffect(() => {
    if (id === undefined || !isWanted || isLive) return undefined;
    const timer = setInterval(() => latest.current.lookAgain(), lookAgainMs);
    return () => clearInterval(timer);
  }, [id, isWanted, isLive]);

  return isLive;
}

const comeBackMs = 5_000;
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Comes back after the service was out of reach; what the service refuses shows when the thing itself is read. */
async function keepFollowing<T>(
  follow: () => AsyncIterable<T>,
  signal: AbortSignal,
  tell: (state: T) => void,
  lose: () => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const state of follow()) tell(state);
      return lose();
    } catch (error) {
      if (signal.aborted) return;
      lose();
      if (error instanceof SwathError && error.isSignedOut) return markExpired();
      if (error instanceof SwathError && !passing.has(error.status)) return;
      await new Promise((resolve) => setTimeout(resolve, comeBackMs));
    }
  }
}
