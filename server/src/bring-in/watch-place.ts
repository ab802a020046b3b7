import { existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join, resolve } from 'node:path';
import { createCheckpointFiles } from '../adapters/ingest/checkpoint-files.ts';
import { isItemFile } from '../adapters/ingest/open-source.ts';
import { openWatchMemory } from '../adapters/ingest/watch-memory.ts';
import { lookAtFolder } from '../adapters/ingest/watched-folder.ts';
import type { Config } from '../config.ts';
import type { JobWishes } from '../ingest/jobs/job.ts';
import { type Look, compareLooks } from '../ingest/watch/compare-looks.ts';
import type { WatchMemory } from '../ingest/watch/ports.ts';
import { WrongWish } from '../ingest/wrong-wish.ts';
import { secondMs } from '../shared/clock.ts';
import { PlatformError } from '../shared/errors.ts';
import type { BringInNeeds } from './bring-in.ts';
import { bringFiles } from './bring-files.ts';
import { isBucketPlace } from './open-place.ts';
import { mostRejectBytes, openRejects } from './open-rejects.ts';
import { openBeside } from './open-stores.ts';

const longestSettleMs = 5 * secondMs;
const shortestSettleMs = 250;

/** Brings in what is new, again and again, until it is told to stop. */
export async function watchPlace(wishes: JobWishes, needs: BringInNeeds): Promise<void> {
  // Before anything is said of it: an address may hold secrets.
  if (!isBucketPlace(wishes.place) && /^[a-z][a-z\d+.-]*:\/\//i.test(wishes.place))
    throw new WrongWish('only a folder or a bucket is watched');
  const folder = join(needs.config.dataFolder, 'ingest');
  const place = isBucketPlace(wishes.place) ? wishes.place : resolve(wishes.place);
  const key = { source: `watch ${place}`, collection: wishes.collection };
  const held = await createCheckpointFiles(folder).hold(key);
  const memory = openWatchMemory(folder, { place, collection: wishes.collection }, wishes.isRestarted);
  try {
    await lookAndBring({ ...wishes, place, isRestarted: false }, needs, memory);
  } finally {
    needs.ended({ tally: memory.tally(), isFinished: false, isResumed: false });
    memory.close();
    held.release();
  }
}

async function lookAndBring(wishes: JobWishes, needs: BringInNeeds, memory: WatchMemory): Promise<void> {
  const everyMs = wishes.watchEveryMs ?? 60 * secondMs;
  // What settles within a quarter of the interval is in within the whole of it.
  const settleMs = Math.max(shortestSettleMs, Math.min(longestSettleMs, everyMs / 4));
  const looks = await createLooks(wishes, needs);
  let before: Look | null = null;
  let trouble: string | null = null;
  try {
    while (!needs.isStopping()) {
      let pauseMs = everyMs - settleMs;
      try {
        const now = await looks.look();
        const { ready, gone, isUnsettled } = compareLooks(memory.done(), before, now);
        // Whatever becomes of these: what comes meanwhile settles too.
        before = now;
        if (ready.length + gone.length > 0) await bring(wishes, needs, memory, { ready, gone });
        if (isUnsettled) pauseMs = settleMs;
        if (trouble !== null) needs.said('it can be read again');
        trouble = null;
      } catch (error) {
        if (!mayPass(error)) throw error;
        // Said once: it may stay so for a night.
        if ((error as Error).message !== trouble)
          needs.said(`it is looked at again later: ${(error as Error).message}`);
        trouble = (error as Error).message;
      }
      await pause(pauseMs, needs.isStopping);
    }
  } finally {
    looks.close();
  }
}

/** A disk that is not mounted, a bucket that does not answer, a store that is busy. */
function mayPass(error: unknown): boolean {
  if (error instanceof WrongWish) return false;
  if (error instanceof PlatformError) return error.kind !== 'forbidden' && error.kind !== 'internal';
  return error instanceof Error && 'code' in error;
}

const isImage = (name: string) => /\.tiff?$/i.test(name);

async function createLooks({ place, collection, kind }: JobWishes, { config }: BringInNeeds) {
  if (isBucketPlace(place)) return bucketLooks(place, config);
  if (existsSync(place) && !statSync(place).isDirectory()) throw new WrongWish('only a folder or a bucket is watched');
  const areImagesWanted = kind === 'geotiffs' || (kind === null && collection !== null);
  const areItemsWanted = kind !== 'geotiffs';
  const isWanted = (name: string) => (isImage(name) ? areImagesWanted : areItemsWanted && isItemFile(name));
  return { look: () => lookAtFolder(place, isWanted), close: () => undefined };
}

async function bucketLooks(place: string, config: Config) {
  const { openBucketTree } = await import('./open-bucket.ts');
  const { tree, client } = await openBucketTree(place, config);
  const look = async () => new Map([...(await tree.list())].filter(([path]) => isImage(path)));
  return { look, close: () => client.destroy() };
}

type Found = Pick<ReturnType<typeof compareLooks>, 'ready' | 'gone'>;

/** The catalogue is opened for as long as there is something to store: a watch mostly waits. */
async function bring(wishes: JobWishes, needs: BringInNeeds, memory: WatchMemory, found: Found): Promise<void> {
  const stores = await openBeside(needs);
  const rejects = await openRejects(needs);
  try {
    if (rejects !== null && (await rejects.bytes()) > mostRejectBytes) await rejects.cut(0);
    await bringFiles({ wishes, needs, memory, stores, rejects }, found);
  } finally {
    await rejects?.close();
    await stores.close();
  }
}

async function pause(ms: number, isStopping: () => boolean): Promise<void> {
  for (const untilMs = performance.now() + ms; !isStopping();) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return;
    await sleep(Math.min(leftMs, 200));
  }
}
