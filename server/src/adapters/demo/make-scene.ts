import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cloudMask, cloudOutline } from '../../demo/cloud-mask.ts';
import { cloudDocument, collectionOf, sceneProperties } from '../../demo/describe.ts';
import { createStudio } from '../../demo/paint/studio.ts';
import { frameOf } from '../../demo/scene-frame.ts';
import { sceneRaster } from '../../demo/scene-raster.ts';
import type { Scene } from '../../demo/scene.ts';
import { itemFromImage } from '../../imagery/item/item-from-image.ts';
import { withThumbnail } from '../../imagery/item/thumbnail-asset.ts';
import { degrees } from '../../imagery/known-systems.ts';
import type { OpenImage } from '../../imagery/ports.ts';
import { thumbnailOf } from '../../imagery/render/thumbnail.ts';
import { createSharpEncoder } from '../pictures/sharp-encoder.ts';
import { createProjections } from '../proj4/projections.ts';
import { createTiffReader } from '../tiff/tiff-reader.ts';
import { writeWhole } from '../node/write-whole.ts';
import type { TileFormat } from '../tiff/write/level-fields.ts';
import { writeCog } from '../tiff/write/write-cog.ts';
import { imageName, itemName, sceneFolder } from './scene-files.ts';

const formats: Readonly<Record<Scene['kind'], TileFormat>> = {
  visual: { compression: 'jpeg', subsampling: '4:2:0', quality: 80 },
  multispectral: { compression: 'deflate', predictor: 2 },
};
const thumbnailSide = 512;
const viewExtension = 'https://stac-extensions.github.io/view/v1.0.0/schema.json';

/** Makes all files of a scene below `demoFolder`, its item last: a folder that has one is whole. */
export async function makeScene(scene: Scene, demoFolder: string): Promise<void> {
  const folder = sceneFolder(demoFolder, scene);
  await mkdir(folder, { recursive: true });
  const studio = createStudio(scene);
  const raster = sceneRaster(scene, studio);
  const image = join(folder, imageName(scene));
  const metadata = { ACQUISITION_TIME: scene.datetime, DESCRIPTION: 'Drawn by Swath; shows no real place' };
  await writeWhole(image, (sink) =>
    writeCog(raster, sink, { format: formats[scene.kind], metadata, spoolFolder: folder }),
  );
  const clouds = cloudMask(scene, frameOf(scene), studio.clouds);
  const outline = cloudOutline(scene, frameOf(scene), clouds, createProjections().between(raster.crs, degrees));
  await writeText(join(folder, 'clouds.geojson'), JSON.stringify(cloudDocument(scene, outline)));
  const opened = await createTiffReader({ localRoots: [demoFolder] }).open(image);
  try {
    await writeThumbnail(opened, join(folder, 'thumbnail.webp'));
    const item = await itemOf(scene, opened, clouds.percent);
    await writeText(join(folder, itemName), JSON.stringify(item));
  } finally {
    await opened.close();
  }
}

const writeText = (path: string, text: string): Promise<void> =>
  writeWhole(path, (sink) => sink.write(Buffer.from(text)));

async function writeThumbnail(image: OpenImage, path: string): Promise<void> {
  const picture = await thumbnailOf(image, thumbnailSide);
  const bytes = await createSharpEncoder().encode(picture, 'webp');
  await writeWhole(path, (sink) => sink.write(bytes));
}

/** Files are named beside it, wherever that is. */
async function itemOf(scene: Scene, image: OpenImage, cloudPercent: number) {
  const item = await itemFromImage(image, createProjections(), {
    id: scene.id,
    datetime: scene.datetime,
    href: `./${imageName(scene)}`,
    assetKey: scene.kind === 'visual' ? 'visual' : 'ms',
    properties: sceneProperties(scene, cloudPercent),
  });
  const clouds = {
    href: './clouds.geojson',
    type: 'application/geo+json',
    roles: ['metadata'],
    title: 'Clouds',
  };
  const pictured = withThumbnail(item, './thumbnail.webp', 'webp');
  return {
    ...pictured,
    stac_extensions: [...item.stac_extensions, viewExtension],
    collection: collectionOf(scene),
    assets: { ...pictured.assets, clouds },
  };
}
