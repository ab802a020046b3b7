import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSharpEncoder } from '../../adapters/pictures/sharp-encoder.ts';
import { createProjections } from '../../adapters/proj4/projections.ts';
import { writeWhole } from '../../adapters/node/write-whole.ts';
import { itemFromImage } from '../../imagery/item/item-from-image.ts';
import { withThumbnail } from '../../imagery/item/thumbnail-asset.ts';
import type { OpenImage, PictureFormat } from '../../imagery/ports.ts';
import { thumbnailOf } from '../../imagery/render/thumbnail.ts';
import { withImage } from './open-file.ts';

export type ItemWishes = {
  readonly datetime: string;
  readonly id: string | undefined;
  readonly thumbnail: { readonly path: string; readonly format: PictureFormat } | null;
};

const thumbnailSide = 512;

export const makeItem = (file: string, { datetime, id, thumbnail }: ItemWishes) =>
  withImage(file, async (image) => {
    const href = file.startsWith('http') ? file : fileUrl(file);
    const name = id ?? basename(file, extname(file));
    const item = await itemFromImage(image, createProjections(), { id: name, datetime, href });
    if (thumbnail === null) return item;
    await drawThumbnail(image, thumbnail.path, thumbnail.format);
    return withThumbnail(item, fileUrl(thumbnail.path), thumbnail.format);
  });

const fileUrl = (path: string) => pathToFileURL(resolve(path)).href;

async function drawThumbnail(image: OpenImage, path: string, format: PictureFormat): Promise<void> {
  const picture = await thumbnailOf(image, thumbnailSide);
  const bytes = await createSharpEncoder().encode(picture, format);
  await writeWhole(path, (sink) => sink.write(bytes));
}
