import { availableParallelism } from 'node:os';
import { demoScenes } from '../../demo/scenes.ts';
import type { Scene } from '../../demo/scene.ts';
import { type ArchiveNeeds, makeArchive } from './make-archive.ts';
import { type SceneMaker, startSceneProcess } from './scene-processes.ts';
import { errorText } from '../../shared/error-text.ts';

/** The demo archive while it is made in the background. */
export type ArchiveMaking = {
  readonly done: Promise<void>;
  /** What is not whole yet is made at the next start. */
  stop(): Promise<void>;
};

export type ArchiveOptions = Pick<ArchiveNeeds, 'catalog' | 'log' | 'demoFolder'> & {
  readonly scenes?: readonly Scene[];
};

const mostProcesses = 2;

/** Never fails: a demo that cannot be made is a line in the log. */
export function startArchive({ scenes = demoScenes, ...options }: ArchiveOptions): ArchiveMaking {
  const { demoFolder, log } = options;
  const makers = new Set<SceneMaker>();
  let isStopping = false;
  const startMaker = () => {
    const maker = startSceneProcess(demoFolder);
    makers.add(maker);
    return maker;
  };
  const needs: ArchiveNeeds = {
    ...options,
    scenes,
    isStopping: () => isStopping,
    makers: Math.min(mostProcesses, availableParallelism()),
    startMaker,
  };
  const done = makeArchive(needs).catch((error: unknown) => {
    if (isStopping) return;
    const reason = errorText(error);
    log.error('the demo archive could not be completed; the next start goes on with it', { reason });
  });
  return {
    done,
    async stop() {
      isStopping = true;
      await Promise.all([...makers].map((maker) => maker.close()));
      await done;
    },
  };
}
