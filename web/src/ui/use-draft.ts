import { useEffect, useRef, useState } from 'react';

/** What is typed or dragged, told only after a pause: each address and each search costs something. */
export function useDraft<T>(value: T, tell: (value: T) => void, pauseMs = 300): readonly [T, (value: T) => void] {
  const [draft, setDraft] = useState<{ readonly value: T } | null>(null);
  const latest = useRef(tell);
  latest.current = tell;

  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      latest.current(draft.value);
      setDraft(null);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, pauseMs]);

  return [draft === null ? value : draft.value, (next) => setDraft({ value: next })];
}
