import { home } from '../router/home.ts';

/** All tabs share the sign-in; null where a browser has no way from one to the other. */
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`swath${home}`) : null;

const signedOut = 'signed out';

// A channel has no other end than pages of this very origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const tellSignedOut = (): void => channel?.postMessage(signedOut);

/** Told when somebody signs out in another tab; returns what ends it. */
export function onSignedOutElsewhere(leave: () => void): () => void {
  const told = ({ data }: MessageEvent) => data === signedOut && leave();
  channel?.addEventListener('message', told);
  return () => channel?.removeEventListener('message', told);
}
