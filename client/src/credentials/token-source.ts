import { abortable } from '../abortable.ts';
import { signedOut } from './signed-out.ts';

export type Grant = { readonly accessToken: string; readonly expiresInSeconds: number };

export type TokenSource = {
  /** A token that is good for a while yet; callers at the same time share one request for it. */
  current(signal?: AbortSignal): Promise<string>;
  /** Another token than the refused one. */
  replacing(refused: string | undefined, signal?: AbortSignal): Promise<string>;
  accept(grant: Grant): void;
  forget(): void;
};

const marginMs = 60_000;
const marginShare = 0.1;

/** Keeps one access token fresh: asks `obtain` ahead of its expiry, never twice at the same time. */
export function createTokenSource(obtain: () => Promise<Grant>, now: () => number = Date.now): TokenSource {
  let held: { accessToken: string; renewAtMs: number } | null = null;
  let pending: Promise<string> | null = null;
  let generation = 0;
  let forgotten: string | null = null;

  function accept(grant: Grant): void {
    const lifeMs = grant.expiresInSeconds * 1000;
    held = { accessToken: grant.accessToken, renewAtMs: now() + lifeMs - Math.min(marginMs, lifeMs * marginShare) };
  }

  async function obtainAndKeep(startedIn: number): Promise<string> {
    const grant = await obtain();
    // A sign-out or another sign-in during the wait wins over this late answer.
    if (startedIn === generation) accept(grant);
    return grant.accessToken;
  }

  function renewOnce(signal: AbortSignal | undefined): Promise<string> {
    if (!pending) {
      const mine = obtainAndKeep(generation).finally(() => {
        if (pending === mine) pending = null;
      });
      // Every caller may have stopped waiting; the failure is then nobody's.
      mine.catch(() => {});
      pending = mine;
    }
    return abortable(pending, signal);
  }

  function startOver(): void {
    generation += 1;
    pending = null;
    held = null;
  }

  return {
    current: async (signal) => (held && now() < held.renewAtMs ? held.accessToken : renewOnce(signal)),
    async replacing(refused, signal) {
      // What was asked before a sign-out must not sign in anew, nor go on as whoever signed in since.
      if (refused !== undefined && refused === forgotten) throw signedOut('signed out meanwhile');
      return held && held.accessToken !== refused && !pending ? held.accessToken : renewOnce(signal);
    },
    accept(grant) {
      startOver();
      accept(grant);
    },
    forget() {
      forgotten = held?.accessToken ?? forgotten;
      startOver();
    },
  };
}
