import type { Scene } from '../../demo/scene.ts';
import { startWorker } from '../threads/start-worker.ts';
import type { FromSceneThread, SceneThreadData, ToSceneThread } from './protocol.ts';

export type SceneThread = {
  /** Rejects with why the scene could not be made. */
  make(scene: Scene): Promise<void>;
  /** Told to end, never killed: it may be inside of native code. */
  close(): Promise<void>;
};

/** Things to paint are many small objects. */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

export function startSceneThread(data: SceneThreadData): SceneThread {
  const worker = startWorker('scene-worker', import.meta.url, data, limits);
  // The service may end while a scene is made.
  worker.unref();
  let settle: ((answer: FromSceneThread) => void) | null = null;
  let failure: string | null = null;
  const exited = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  worker.on('message', (answer: FromSceneThread) => settle?.(answer));
  worker.on('error', (error) => void (failure = error.message));
  worker.on('exit', () => settle?.({ type: 'failed', reason: failure ?? 'the thread has ended' }));
  const tell = (message: ToSceneThread) => worker.postMessage(message, []);
  return {
    async make(scene) {
      const answer = await new Promise<FromSceneThread>((resolve) => {
        settle = resolve;
        tell({ type: 'make', scene });
      });
      settle = null;
      if (answer.type === 'failed') throw new Error(answer.reason);
    },
    close() {
      tell({ type: 'close' });
      return exited;
    },
  };
}
