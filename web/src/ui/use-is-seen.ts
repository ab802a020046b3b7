import { useSyncExternalStore } from 'react';

/** False while the page is behind others, or its window is. */
export const useIsSeen = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
