import { availableParallelism } from 'node:os';
import { demoScenes } from '../../demo/scenes.ts';
import type { Scene } from '../../demo/scene.ts';
import { type ArchiveNeeds, makeArchive } from './make-archive.ts';
import { startSceneThread } from './scene-threads.ts';

/** The demo archive while it is made in the background. */
export type ArchiveMaking = {
  readonly done: Promise<void>;
  /** What is not whole yet is made at the next start. */
  stop(): Promise<void>;
};

export type ArchiveOptions = Pick<ArchiveNeeds, 'catalog' | 'log' | 'demoFolder'> & {
  readonly scenes?: readonly Scene[];
};

const mostThreads = 2;
/** Longer than a thread needs to come to where it looks. */
const stopWithinMs = 2_000;

/** Never fails: a demo that cannot be made is a line in the log. */
export function startArchive({ scenes = demoScenes, ...options }: ArchiveOptions): ArchiveMaking {
  const stopped = new SharedArrayBuffer(4);
  const flag = new Int32Array(stopped);
  const isStopping = () => Atomics.load(flag, 0) === 1;
  const { demoFolder, log } = options;
  const needs: ArchiveNeeds = {
    ...options,
    scenes,
    isStopping,
    threads: Math.min(mostThreads, availableParallelism()),
    startThread: () => startSceneThread({ demoFolder, stopped }),
  };
  const done = makeArchive(needs).catch((error: unknown) => {
    if (isStopping()) return;
    const reason = error instanceof Error ? error.message : String(error);
    log.error('the demo archive could not be completed; the next start goes on with it', { reason });
  });
  return {
    done,
    async stop() {
      Atomics.store(flag, 0, 1);
      await Promise.race([done, new Promise<void>((resolve) => void setTimeout(resolve, stopWithinMs).unref())]);
    },
  };
}
