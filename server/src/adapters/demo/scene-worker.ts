import { setPriority } from 'node:os';
import type { Scene } from '../../demo/scene.ts';
import { makeScene } from './make-scene.ts';
import type { FromSceneProcess } from './protocol.ts';
import { errorText } from '../../shared/error-text.ts';

/** A tenth of what anybody else gets, where there are too few processors for both: nobody waits for a demo. */
const niceness = 10;
setPriority(niceness);

const demoFolder = process.argv[3]!;

process.on('message', (scene) => void make(scene as Scene).then((answer) => process.send!(answer)));
// The service is gone, however it ended.
process.on('disconnect', () => process.exit());

async function make(scene: Scene): Promise<FromSceneProcess> {
  try {
    await makeScene(scene, demoFolder);
    return { type: 'made' };
  } catch (error) {
    return { type: 'failed', reason: errorText(error) };
  }
}
