import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { beforeLeaving, keepState, keptState } from '../router/location.ts';
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
  const unkept = useRef<T | null>(null);

  function keepNow(kept: T): void {
    unkept.current = null;
    keepState({ owner, draft: keepable(kept) });
  }

  const latest = useRef(keepNow);
  latest.current = keepNow;

  useEffect(() => {
    const keep = () => void (unkept.current !== null && latest.current(unkept.current));
    unkept.current = draft;
    const timer = setTimeout(keep, pauseMs);
    // Whoever goes within the pause keeps the last words too.
    const stop = beforeLeaving(keep);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [draft]);

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
