import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCheckpointFiles } from '../adapters/ingest/checkpoint-files.ts';
import { liesIn } from '../adapters/ingest/file-tree.ts';
import { type RejectFile, noRejectFile } from '../adapters/ingest/reject-file.ts';
import type { JobWishes } from '../ingest/jobs/job.ts';
import type { FoundFile, RejectLog } from '../ingest/ports.ts';
import { type IngestReport, runIngest } from '../ingest/run-ingest.ts';
import type { Source } from '../ingest/source.ts';
import { type Tally, emptyTally, summed } from '../ingest/tally.ts';
import { markOf } from '../ingest/watch/compare-looks.ts';
import type { WatchMemory } from '../ingest/watch/ports.ts';
import { WrongWish } from '../ingest/wrong-wish.ts';
import { systemClock } from '../shared/clock.ts';
import { PlatformError } from '../shared/errors.ts';
import type { BringInNeeds } from './bring-in.ts';
import { type PlaceNeeds, openPlace } from './open-place.ts';
import type { IngestStores } from './open-stores.ts';

export type Bringing = {
  readonly wishes: JobWishes;
  readonly needs: BringInNeeds;
  readonly memory: WatchMemory;
  readonly stores: IngestStores;
  readonly rejects: RejectFile | null;
};

type Found = { readonly ready: readonly FoundFile[]; readonly gone: readonly string[] };

const isImage = (path: string) => /\.tiff?$/i.test(path);

/** Brings in files of a watched place that settled, and notes those that went. */
export async function bringFiles(bringing: Bringing, { ready, gone }: Found): Promise<void> {
  const { wishes, needs } = bringing;
  const images = ready.filter(({ relativePath }) => isImage(relativePath));
  const goneImages = gone.filter(isImage);
  if (images.length + goneImages.length > 0) {
    const chosen = { paths: images.map(({ relativePath }) => relativePath), gone: goneImages };
    // Each image is known by its item: what is done is passed over quickly, and no cursor of another list is true.
    const report = await run(bringing, { ...wishes, kind: kindOfImages(wishes), isRestarted: true }, { chosen });
    if (!report.isFinished) return;
    note(bringing, images, goneImages, report.tally);
  }
  try {
    await bringItemFiles(
      bringing,
      ready.filter(({ relativePath }) => !isImage(relativePath)),
      gone.filter((path) => !isImage(path)),
    );
  } finally {
    // Also where one of them could not be read.
    needs.ended({ tally: bringing.memory.tally(), isFinished: false, isResumed: false });
  }
}

const kindOfImages = ({ place }: JobWishes): string | null => (place.startsWith('s3:') ? null : 'geotiffs');

async function bringItemFiles(bringing: Bringing, ready: readonly FoundFile[], gone: readonly string[]): Promise<void> {
  const { wishes, needs, memory } = bringing;
  const left = new Set(gone);
  let trouble: unknown = null;
  for (const file of ready) {
    if (needs.isStopping()) return;
    const from = [...left].find((path) => isMove(path, memory.done().get(path), file));
    if (from !== undefined) {
      left.delete(from);
      needs.moved({ from, to: file.relativePath });
      note(bringing, [file], [from], { ...emptyTally, moved: 1 });
      continue;
    }
    try {
      const { tally, isFinished } = await runFile(bringing, { ...wishes, place: fileURLToPath(file.location) });
      if (!isFinished) return;
      note(bringing, [file], [], tally);
    } catch (error) {
      // One that cannot be read now is tried again, and keeps none of the others waiting.
      if (!isOfFile(error)) throw error;
      trouble ??= error;
    }
  }
  for (const path of left) needs.said(`gone: ${path}; its items stay`);
  if (left.size > 0) note(bringing, [], [...left], emptyTally);
  if (trouble !== null) throw trouble;
}

/** Of another user, gone meanwhile, or on a disk that fails. */
const isOfFile = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'ENOENT', 'EIO', 'ESTALE'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The same file elsewhere: it was brought in before. */
const isMove = (path: string, mark: string | undefined, file: FoundFile): boolean =>
  mark === markOf(file) && basename(path) === basename(file.relativePath);

/** A file that cannot be read at all is one reject, and is looked at again when it is another. */
async function runFile(bringing: Bringing, wishes: JobWishes): Promise<Pick<IngestReport, 'tally' | 'isFinished'>> {
  const { fileRoots } = bringing.needs;
  try {
    if (fileRoots !== null && !(await liesIn(wishes.place, fileRoots)))
      throw new PlatformError('invalid_parameters', 'lies outside of the folders that are read from');
    return await run(bringing, wishes, { file: wishes.place });
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof WrongWish || error.kind === 'unavailable') throw error;
    const reject = { position: wishes.place, id: null, reason: error.message, line: null };
    await bringing.rejects?.write([reject]);
    return { tally: { ...emptyTally, read: 1, rejected: 1 }, isFinished: true };
  }
}

async function run(
  { needs, memory, stores, rejects }: Bringing,
  wishes: JobWishes,
  { file, ...more }: Pick<PlaceNeeds, 'chosen'> & { readonly file?: string },
): Promise<IngestReport> {
  const { config, fileRoots, downloads } = needs;
  const checkpoints = stores.checkpoints(
    createCheckpointFiles(join(config.dataFolder, 'ingest'), needs.checkpointNames),
  );
  const { source, close } = await openPlace(wishes, { catalog: stores.imagery, config, fileRoots, downloads, ...more });
  const before = memory.tally();
  const listener = {
    ...needs,
    progressed: (...[progress, tally]: Parameters<BringInNeeds['progressed']>) =>
      needs.progressed(progress, summed(before, tally)),
  };
  let isFinished = false;
  try {
    const isGoneOnWith = (await checkpoints.read(keyOf(source, wishes))) !== null;
    const log = rejects === null ? noRejectFile : within(file, await appended(rejects, memory, source, isGoneOnWith));
    const report = await runIngest(
      { catalog: stores.catalog, checkpoints, rejects: log, clock: systemClock, baseUrl: config.baseUrl },
      source,
      wishes,
      listener,
    );
    ({ isFinished } = report);
    return report;
  } finally {
    await close(isFinished);
  }
}

const keyOf = ({ name }: { readonly name: string }, { collection }: JobWishes) => ({ source: name, collection });

/** Rejects of each source stand behind those before it. Of one that is gone on with none are cut off where others stand behind its own. */
async function appended(
  file: RejectFile,
  memory: WatchMemory,
  { name }: Pick<Source, 'name'>,
  isGoneOnWith: boolean,
): Promise<RejectLog> {
  const begun = isGoneOnWith ? memory.rejectsFrom(name) : null;
  const from = begun ?? (await file.bytes());
  memory.begin(name, from);
  return {
    cut: async (bytes) => (begun === null ? undefined : file.cut(from + bytes)),
    write: file.write,
    bytes: async () => (await file.bytes()) - from,
  };
}

/** Of many files a line is told with the file that it is of. */
const within = (file: string | undefined, log: RejectLog): RejectLog =>
  file === undefined
    ? log
    : { ...log, write: (told) => log.write(told.map((each) => ({ ...each, position: `${file}: ${each.position}` }))) };

/** One that went since it was seen was perhaps not read: where it is now, the next look tells. */
const isThere = ({ location }: FoundFile): boolean =>
  !location.startsWith('file:') || existsSync(fileURLToPath(location));

function note({ memory }: Bringing, done: readonly FoundFile[], gone: readonly string[], tally: Tally): void {
  const marks = new Map(done.filter(isThere).map((file) => [file.relativePath, markOf(file)]));
  memory.note({ done: marks, gone, tally: summed(memory.tally(), tally) });
}
