import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { keepState, keptState } from '../router/location.ts';
import { useSession } from '../session/session-store.ts';
import { isRecord } from '../ui/is-record.ts';
import { type Draft, emptyDraft } from './draft.ts';

/** Some browsers take no more than a hundred changes of the history in half a minute. */
const pauseMs = 400;

/** A draft that stays with its step of the history, so that a reload, Back and Forward bring it back as it was left. */
export function useKeptDraft(start: Draft): readonly [Draft, Dispatch<SetStateAction<Draft>>] {
  const session = useSession();
  const owner = session.state === 'signed-in' ? session.user.user_id : '';
  const [draft, setDraft] = useState(() => keptDraft(owner) ?? start);

  useEffect(() => {
    const timer = setTimeout(() => keepState({ owner, draft }), pauseMs);
    return () => clearTimeout(timer);
  }, [owner, draft]);

  return [draft, setDraft];
}

/** Null where nothing was kept, or by somebody who has signed out since. */
function keptDraft(owner: string): Draft | null {
  const kept = keptState();
  if (!isRecord(kept) || kept['owner'] !== owner || !isRecord(kept['draft'])) return null;
  return { ...emptyDraft, ...(kept['draft'] as Partial<Draft>) };
}
