import { useState } from 'react';

/** All that was chosen while this is shown: who unchecks a box finds it, and the focus on it, where it was. */
export function useOnceChosen<T>(chosen: readonly T[], within = ''): readonly T[] {
  const [before, setBefore] = useState({ within, seen: chosen });
  const isSame = before.within === within;
  const seen = isSame ? [...new Set([...before.seen, ...chosen])] : chosen;
  if (!isSame || seen.length !== before.seen.length) setBefore({ within, seen });
  return seen;
}
