/** Seconds or a date, as milliseconds from now; null where it is neither. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
