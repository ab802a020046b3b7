const shownTail = 4;
const shortestShown = 16;

/** Leaves the public prefix and the last four characters, enough to tell two keys apart. */
export function maskSecret(secret: string): string {
  if (secret.length < shortestShown) return '…';
  const prefix = /^[A-Za-z0-9]{1,12}_/.exec(secret)?.[0] ?? '';
  return `${prefix}…${secret.slice(-shownTail)}`;
}
