import { ConnectionError, SwathError } from '@swath/client';
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { markDoubtful, markExpired } from './session/session-store.ts';

const connectionRetries = 2;

function noticeRefusal(error: unknown): void {
  if (!(error instanceof SwathError)) return;
  if (error.isSignedOut) markExpired();
  if (error.status === 403) markDoubtful();
}

// Before the next event and not some time after it: the second click of a double click finds the button busy.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({ onError: noticeRefusal }),
  defaultOptions: {
    // "always": the browser's idea of being online is often wrong, and a paused request shows nothing.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => error instanceof ConnectionError && failures < connectionRetries,
      retryDelay: (attempt) => 300 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});
