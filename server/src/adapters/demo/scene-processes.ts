import type { Scene } from '../../demo/scene.ts';
import { startProcess } from '../threads/start-process.ts';
import type { FromSceneProcess } from './protocol.ts';

export type SceneMaker = {
  /** Rejects with why the scene could not be made. */
  make(scene: Scene): Promise<void>;
  /** At once, also in the middle of a scene: files are whole or not there. */
  close(): Promise<void>;
};

/** A process of its own, not a thread: the service is not to keep the memory that painting takes. */
export function startSceneProcess(demoFolder: string): SceneMaker {
  const child = startProcess('scene-worker', import.meta.url, [demoFolder]);
  // The service may end while a scene is made.
  child.unref();
  child.channel?.unref();
  let settle: ((answer: FromSceneProcess) => void) | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const fail = (reason: string) => settle?.({ type: 'failed', reason });
  child.on('message', (answer) => settle?.(answer as FromSceneProcess));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => fail(`the process that paints has ended (${signal ?? code})`));
  return {
    async make(scene) {
      const answer = await new Promise<FromSceneProcess>((resolve) => {
        settle = resolve;
        if (child.exitCode !== null || child.signalCode !== null) return fail('the process that paints has ended');
        child.send(scene, (error) => void (error && fail(error.message)));
      });
      settle = null;
      if (answer.type === 'failed') throw new Error(answer.reason);
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
    },
  };
}
