/** How often and how long something is tried again. */
export type Patience = { readonly attempts: number; readonly firstDelayMs: number; readonly longestDelayMs: number };

/** Twice as long each time, with jitter; or as long as the server asks. */
export const delayAfter = (tried: number, { firstDelayMs, longestDelayMs }: Patience, askedMs: number | null): number =>
  Math.min(askedMs ?? firstDelayMs * 2 ** (tried - 1) * (0.5 + Math.random()), longestDelayMs);
