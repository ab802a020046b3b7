import type { Self, UsernameAndPassword } from '@swath/client';
import { queryClient } from '../query-client.ts';
import { swath } from '../swath.ts';
import { tellSignedOut } from './other-tabs.ts';
import { refreshUser, setSession } from './session-store.ts';

/** Looks for a session that the browser still holds. */
export async function resume(): Promise<void> {
  setSession({ state: 'resuming' });
  try {
    if (await swath.session.resume()) await enter();
    else setSession({ state: 'signed-out' });
  } catch (error) {
    setSession({ state: 'unreachable', error });
  }
}

export async function signIn(login: UsernameAndPassword): Promise<void> {
  await swath.session.signIn(login);
  await enter();
}

export async function signInWithLink(token: string): Promise<void> {
  await swath.session.signInWithLink(token);
  await enter();
}

export async function signOut(): Promise<void> {
  await swath.signOut();
  leave();
  // Else what they show, such as keys, would stay there for whoever comes next.
  tellSignedOut();
}

/** Asks again what the person may do; where that fails, the next refusal asks once more. */
export async function askAgain(user: Self): Promise<void> {
  refreshUser(await swath.self().catch(() => user));
}

/** Shows the sign-in page; for when the service has ended the session already. */
export function leave(): void {
  queryClient.clear();
  setSession({ state: 'signed-out' });
}

async function enter(): Promise<void> {
  setSession({ state: 'signed-in', user: await swath.self(), hasExpired: false, isDoubtful: false });
  await queryClient.invalidateQueries();
}
