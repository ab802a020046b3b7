import type { Self } from '@swath/client';
import { useSyncExternalStore } from 'react';

export type Session =
  | { readonly state: 'resuming' }
  | { readonly state: 'unreachable'; readonly error: unknown }
  | { readonly state: 'signed-out' }
  /**
   * `hasExpired` keeps the page, and what was typed in it, while the person signs in again; `isDoubtful`: something was
   * refused to them, so that they may be allowed less than is known here.
   */
  | { readonly state: 'signed-in'; readonly user: Self; readonly hasExpired: boolean; readonly isDoubtful: boolean };

let session: Session = { state: 'resuming' };
const listeners = new Set<() => void>();

export function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function markExpired(): void {
  if (session.state === 'signed-in' && !session.hasExpired) setSession({ ...session, hasExpired: true });
}

export function markDoubtful(): void {
  if (session.state === 'signed-in' && !session.isDoubtful) setSession({ ...session, isDoubtful: true });
}

/** What the service says now of who is signed in; nothing where they have left meanwhile. */
export function refreshUser(user: Self): void {
  if (session.state === 'signed-in') setSession({ ...session, user, isDoubtful: false });
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
