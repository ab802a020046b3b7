import { demoScenes } from '../../server/src/demo/scenes.ts';
import type { Scene } from '../../server/src/demo/scene.ts';

/** A scene of the archive, cut down to a hundred metres: what is tested is the same, in a hundredth of the time. */
export function smallScene(id: string, changes: Partial<Scene> = {}): Scene {
  const scene = demoScenes.find((each) => each.id === id);
  if (scene === undefined) throw new Error(`there is no scene ${id}`);
  return { ...scene, size: [100, 80], middle: [40, 60], ...changes };
}
