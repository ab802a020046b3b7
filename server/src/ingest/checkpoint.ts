import type { Cursor } from './source.ts';
import type { Tally } from './tally.ts';

/** How far an ingest came: all before the cursor is stored for good. */
export type Checkpoint = {
  readonly version: 1;
  readonly source: string;
  readonly collection: string | null;
  readonly fingerprint: string;
  readonly cursor: Cursor;
  /** In the source's unit. */
  readonly done: number;
  readonly tally: Tally;
  /** Bytes of the reject file that are of what lies before the cursor. */
  readonly rejectBytes: number;
};

export type CheckpointKey = Pick<Checkpoint, 'source' | 'collection'>;

/** Why an ingest cannot go on from it; null where it can. */
export function reasonToStartAnew({ version, fingerprint }: Checkpoint, now: string): string | null {
  if (version !== 1) return 'the checkpoint is of another release';
  return fingerprint === now ? null : 'the source changed since';
}
