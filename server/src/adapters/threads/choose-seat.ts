/** What a pool knows of one of its threads. */
export type SeatState = {
  /** It has said something: one that is being started hears nothing for some tenths of a second. */
  readonly isReady: boolean;
  /** Oldest first. */
  readonly running: readonly { readonly begunMs: number }[];
};

/** A thread that has been at one job for longer keeps those behind it waiting. */
const heldUpMs = 50;

export const isHeldUp = ({ running: [oldest] }: SeatState, nowMs: number): boolean =>
  oldest !== undefined && nowMs - oldest.begunMs > heldUpMs;

/** The least busy one that has room; one that is ready before any that is not. */
export function leastBusy<Seat extends SeatState>(seats: readonly Seat[], jobsAtOnce: number): Seat | null {
  let best: Seat | null = null;
  for (const seat of seats) {
    if (seat.running.length >= jobsAtOnce) continue;
    const isBetter =
      best === null || (seat.isReady === best.isReady ? seat.running.length < best.running.length : seat.isReady);
    if (isBetter) best = seat;
  }
  return best;
}
