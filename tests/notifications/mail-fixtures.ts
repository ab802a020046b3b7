import type { Clock } from '../../server/src/shared/clock.ts';
import type { Log } from '../../server/src/shared/log.ts';
import { passwordResetMail } from '../../server/src/notifications/templates/password-reset.ts';

export const token = 'Zk3xV9-canary_token-7pQm2RtY8wLs4NdHb6Jc';
export const link = `https://swath.example.org/reset-password?a=1&b=x%3D#token=${token}`;
export const from = 'Swath <swath@mail.example.org>';
export const startMs = Date.UTC(2030, 0, 2, 3, 4, 5);

export const aMail = (to = 'ada.lovelace@example.org') =>
  passwordResetMail({ to, name: 'Ada', url: link, expiresInMinutes: 60 });

export function movableClock(): Clock & { forward(ms: number): void } {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    forward: (ms) => {
      nowMs += ms;
    },
  };
}

/** Keeps every line as the text that a log file would hold. */
export function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (message: string, facts?: Record<string, unknown>) => {
    lines.push(JSON.stringify({ level, message, ...facts }));
  };
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}
