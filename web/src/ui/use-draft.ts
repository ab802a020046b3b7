import { useEffect, useRef, useState } from 'react';

type DraftOptions<T> = {
  readonly pauseMs?: number;
  /** Whether what was typed says the same as the value, as 1.0 and 1 do: then it stays as it was typed. */
  readonly isSame?: (typed: T, value: T) => boolean;
};

const never = (): boolean => false;

/** What is typed or dragged, told only after a pause: each address and each search costs something. */
export function useDraft<T>(
  value: T,
  tell: (value: T) => void,
  { pauseMs = 300, isSame = never }: DraftOptions<T> = {},
): readonly [T, (value: T) => void] {
  const [draft, setDraft] = useState<{ readonly value: T; readonly isTold: boolean } | null>(null);
  const latest = useRef(tell);
  latest.current = tell;

  useEffect(() => {
    if (draft === null || draft.isTold) return undefined;
    const timer = setTimeout(() => {
      latest.current(draft.value);
      setDraft({ ...draft, isTold: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, pauseMs]);

  const isShown = draft !== null && (!draft.isTold || isSame(draft.value, value));
  return [isShown ? draft.value : value, (next) => setDraft({ value: next, isTold: false })];
}
