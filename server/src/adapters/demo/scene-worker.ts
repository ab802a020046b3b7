import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Scene } from '../../demo/scene.ts';
import { makeScene } from './make-scene.ts';
import type { FromSceneThread, SceneThreadData, ToSceneThread } from './protocol.ts';

const { demoFolder, stopped } = workerData as SceneThreadData;
const port = parentPort!;
/** A tenth of what anybody else gets, where there are too few processors for both. */
const niceness = 10;

// Nobody waits for a demo. Only Linux takes a thread for itself here.
if (process.platform === 'linux') setPriority(niceness);

const flag = new Int32Array(stopped);
const controller = new AbortController();

/** Asked before every window: a thread that paints hears no messages. */
function isStopped(): boolean {
  if (Atomics.load(flag, 0) === 0) return false;
  controller.abort(new Error('the service stops'));
  return true;
}

port.on('message', (message: ToSceneThread) => {
  if (message.type === 'close') port.close();
  else void make(message.scene).then((answer) => port.postMessage(answer, []));
});

async function make(scene: Scene): Promise<FromSceneThread> {
  try {
    await makeScene(scene, demoFolder, { signal: controller.signal, isStopped });
    return { type: 'made' };
  } catch (error) {
    return { type: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
