import type { Buckets } from '../../buckets/ports.ts';
import type { DoneStep } from '../../shared/tracer.ts';

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Tells of each object that is written, or could not be: its size alone, since its name is the customer's. */
export const followedBuckets = (buckets: Buckets, told: (step: DoneStep) => Promise<void>): Buckets => ({
  open: async (...asked) => {
    const bucket = await buckets.open(...asked);
    return {
      ...bucket,
      async put(...given) {
        const startedAtMs = nowMs();
        // Who stopped it listens no more.
        const tell = (facts: DoneStep['facts'], isFailed: boolean) =>
          told({ name: 'bucket put', startedAtMs, endedAtMs: nowMs(), facts, isFailed }).catch(() => {});
        try {
          const made = await bucket.put(...given);
          await tell({ 'swath.bytes': made.byteLength }, false);
          return made;
        } catch (error) {
          await tell({}, true);
          throw error;
        }
      },
    };
  },
});
