import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectionOf } from '../../demo/describe.ts';
import type { Scene } from '../../demo/scene.ts';

export const sceneFolder = (demoFolder: string, scene: Scene): string =>
  join(demoFolder, collectionOf(scene), scene.id);

export const imageName = ({ id, kind }: Scene): string => (kind === 'visual' ? `${id}-visual.tif` : `${id}.tif`);

/** Written last. */
export const itemName = 'item.json';

type MadeItem = { readonly assets: Readonly<Record<string, { readonly href: string }>> };

/** The item of a scene whose files are whole, with their addresses where they lie now; null where they are not. */
export async function readMadeItem(demoFolder: string, scene: Scene): Promise<MadeItem | null> {
  const folder = sceneFolder(demoFolder, scene);
  try {
    const item = JSON.parse(await readFile(join(folder, itemName), 'utf8')) as MadeItem;
    const assets = Object.entries(item.assets).map(([key, asset]) => {
      const href = pathToFileURL(join(folder, asset.href)).href;
      return [key, { ...asset, href }] as const;
    });
    return { ...item, assets: Object.fromEntries(assets) };
  } catch {
    return null;
  }
}
