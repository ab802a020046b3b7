import type { Catalog } from '../catalog/ports.ts';
import { type Clock, secondMs } from '../shared/clock.ts';
import { batchesOf } from './batches.ts';
import { type Checkpoint, reasonToStartAnew } from './checkpoint.ts';
import { type HomeOptions, createHomes } from './homes.ts';
import type { CheckpointStore, RejectLog } from './ports.ts';
import { oneAhead } from './one-ahead.ts';
import { patientCatalog } from './patient-catalog.ts';
import { type Progress, createSpeedometer } from './progress.ts';
import type { Entry, Move, Source } from './source.ts';
import { type Sink, type Stored, type StoreOptions, storeBatch } from './store-batch.ts';
import { type Tally, emptyTally } from './tally.ts';

/** All that an ingest asks of the catalogue. */
export type IngestCatalog = Pick<Catalog, 'putItems' | 'getItem' | 'getCollection' | 'putCollection'>;

export type IngestNeeds = Pick<Sink, 'baseUrl'> & {
  readonly catalog: IngestCatalog;
  readonly checkpoints: CheckpointStore;
  readonly rejects: RejectLog;
  readonly clock: Clock;
};

export type IngestOptions = StoreOptions &
  HomeOptions & {
    /** Whatever an earlier run left: begin at the beginning. */
    readonly isRestarted: boolean;
    readonly batchSize?: number | undefined;
    /** How often at most a checkpoint is written. */
    readonly checkpointEveryMs?: number;
  };

/** What whoever started it is told while it runs. */
export type IngestListener = {
  readonly said: (sentence: string) => void;
  readonly progressed: (progress: Progress, tally: Tally) => void;
  readonly moved: (move: Move) => void;
  readonly isStopping: () => boolean;
};

export type IngestReport = {
  readonly tally: Tally;
  /** False where it was stopped: the next run goes on. */
  readonly isFinished: boolean;
  readonly isResumed: boolean;
};

/** Takes a source into the catalogue, from where an earlier run of the same came to. */
export async function runIngest(
  needs: IngestNeeds,
  source: Source,
  options: IngestOptions,
  listener: IngestListener,
): Promise<IngestReport> {
  if (options.isDryRun) return runHeld(needs, source, options, listener);
  const held = await needs.checkpoints.hold({ source: source.name, collection: options.collection });
  try {
    return await runHeld(needs, source, options, listener);
  } finally {
    held.release();
  }
}

async function runHeld(
  needs: IngestNeeds,
  source: Source,
  options: IngestOptions,
  listener: IngestListener,
): Promise<IngestReport> {
  const { rejects, clock } = needs;
  const catalog = patientCatalog(needs.catalog, listener.said);
  const from = options.isDryRun ? null : await checkpointFor(needs, source, options, listener);
  await rejects.cut(from?.rejectBytes ?? 0);
  const keeper = createKeeper(needs, source, options);
  const homes = createHomes(catalog, source, options);
  const speedometer = createSpeedometer({ items: from?.tally.read ?? 0, done: from?.done ?? 0 }, clock.nowMs());
  let state: Pick<Stored, 'tally'> = { tally: from?.tally ?? emptyTally };

  let isCutShort = false;

  const entries = source.entries(from?.cursor ?? null);
  const gathering = { rules: options, clock, isStopping: listener.isStopping, most: options.batchSize };
  for await (const { verdicts, last } of oneAhead(batchesOf(entries, gathering))) {
    const stored = await storeBatch({ catalog, homes, baseUrl: needs.baseUrl }, verdicts, options, state);
    await rejects.write(stored.rejects);
    stored.moves.forEach(listener.moved);
    state = stored;
    const measure = { items: state.tally.read, done: last.done };
    const progress = speedometer.read(measure, clock.nowMs(), { total: source.total(), unit: source.unit });
    listener.progressed(progress, state.tally);
    isCutShort = listener.isStopping();
    await keeper.keep(last, state, isCutShort);
    if (isCutShort) break;
  }
  const isFinished = !isCutShort;
  if (isFinished && !options.isDryRun)
    await needs.checkpoints.remove({ source: source.name, collection: options.collection });
  return { tally: state.tally, isFinished, isResumed: from !== null };
}

async function checkpointFor(
  { checkpoints }: IngestNeeds,
  source: Source,
  { collection, isRestarted }: IngestOptions,
  { said }: IngestListener,
): Promise<Checkpoint | null> {
  if (isRestarted) return null;
  const found = await checkpoints.read({ source: source.name, collection });
  if (found === null) return null;
  const reason = reasonToStartAnew(found, source.fingerprint);
  said(
    reason === null
      ? `goes on after ${found.tally.read} entries of an earlier run`
      : `an earlier run cannot be gone on with, it starts anew: ${reason}`,
  );
  return reason === null ? found : null;
}

/** Writes checkpoints, not more often than is worth it. */
function createKeeper({ checkpoints, rejects, clock }: IngestNeeds, source: Source, options: IngestOptions) {
  const everyMs = options.checkpointEveryMs ?? secondMs;
  let keptMs = -Infinity;
  return {
    async keep({ next, done }: Entry, { tally }: Pick<Stored, 'tally'>, isLast: boolean) {
      if (options.isDryRun || (!isLast && clock.nowMs() - keptMs < everyMs)) return;
      keptMs = clock.nowMs();
      await checkpoints.write({
        version: 1,
        source: source.name,
        collection: options.collection,
        fingerprint: source.fingerprint,
        cursor: next,
        done,
        tally,
        rejectBytes: await rejects.bytes(),
      });
    },
  };
}
