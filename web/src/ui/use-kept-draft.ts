import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepState, keptState } from '../router/location.ts';
import { useSession } from '../session/session-store.ts';
import { isRecord } from './is-record.ts';

/** Some browsers take no more than a hundred changes of the history in half a minute. */
const pauseMs = 400;

type Kept<T> = readonly [draft: T, setDraft: Dispatch<SetStateAction<T>>, keepNow: (draft: T) => void];

/**
 * A draft that stays with its step of the history, so that a reload, Back and Forward bring it back as it was left.
 * Browsers write the history to the disk: `keepable` leaves out what must not lie there.
 */
export function useKeptDraft<T extends object>(start: T, keepable: (draft: T) => T = asItIs): Kept<T> {
  const session = useSession();
  const owner = session.state === 'signed-in' ? session.user.user_id : '';
  const [draft, setDraft] = useState(() => keptDraft(owner, start));
  const keepNow = (kept: T) => keepState({ owner, draft: keepable(kept) });

  useEffect(() => {
    const timer = setTimeout(() => keepState({ owner, draft: keepable(draft) }), pauseMs);
    return () => clearTimeout(timer);
  }, [owner, draft, keepable]);

  return [draft, setDraft, keepNow];
}

const asItIs = <T>(draft: T): T => draft;

/** The start where nothing was kept, or by somebody who has signed out since. */
function keptDraft<T extends object>(owner: string, start: T): T {
  const kept = keptState();
  if (!isRecord(kept) || kept['owner'] !== owner || !isRecord(kept['draft'])) return start;
  const draft = kept['draft'];
  // Of an older page members may be missing, also within those of the draft.
  const members = Object.entries(start).map(([name, value]) => [
    name,
    isRecord(value) && isRecord(draft[name]) ? { ...value, ...draft[name] } : name in draft ? draft[name] : value,
  ]);
  return Object.fromEntries(members) as T;
}
