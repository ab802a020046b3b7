import { type Collection, parseCollection } from '../../catalog/collection.ts';
import { demoCollection } from '../../demo/describe.ts';
import { frameOf } from '../../demo/scene-frame.ts';
import type { Scene, SceneKind } from '../../demo/scene.ts';
import { degrees } from '../../imagery/known-systems.ts';
import { createProjections } from '../proj4/projections.ts';

const kinds: readonly SceneKind[] = ['visual', 'multispectral'];

/** Those that have scenes. */
export function demoCollections(scenes: readonly Scene[]): readonly Collection[] {
  return kinds
    .filter((kind) => scenes.some((scene) => scene.kind === kind))
    .map((kind) => parseCollection(demoCollection(kind, scenes, boxOf(scenes.filter((scene) => scene.kind === kind)))));
}

/** Around all scenes, outward to a thousandth of a degree. */
function boxOf(scenes: readonly Scene[]): readonly number[] {
  const corners = scenes.flatMap(cornersOf);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [down(Math.min(...xs)), down(Math.min(...ys)), up(Math.max(...xs)), up(Math.max(...ys))];
}

const down = (value: number) => Math.floor(value * 1000) / 1000;
const up = (value: number) => Math.ceil(value * 1000) / 1000;

function cornersOf(scene: Scene): readonly (readonly [number, number])[] {
  const { west, north, width, height } = frameOf(scene);
  const [x, y] = scene.place.origin;
  const toDegrees = createProjections().between({ epsg: scene.place.epsg }, degrees);
  const [east, south] = [west + width * scene.gsd, north - height * scene.gsd];
  return [west, east].flatMap((left) => [north, south].map((top) => toDegrees(x + left, y + top)));
}
