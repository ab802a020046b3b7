import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { itemFromImage } from '../../imagery/item/item-from-image.ts';
import { withThumbnail } from '../../imagery/item/thumbnail-asset.ts';
import type { ImageryReader, OpenImage } from '../../imagery/ports.ts';
import { thumbnailOf } from '../../imagery/render/thumbnail.ts';
import type { FoundFile, ItemMaker } from '../../ingest/ports.ts';
import { type NamePattern, timeInMetadata, timeInName } from '../../ingest/taken-at.ts';
import { PlatformError } from '../../shared/errors.ts';
import { createSharpEncoder } from '../pictures/sharp-encoder.ts';
import { createProjections } from '../proj4/projections.ts';
import { writeWhole } from '../node/write-whole.ts';

export type FileItemOptions = {
  /** When images were taken, by their names; it goes before what a file says. */
  readonly pattern: NamePattern | null;
  /** As a last resort, when the file was written. */
  readonly mayUseFileTime: boolean;
  /** A folder for pictures of each; null draws none. */
  readonly thumbnailFolder: string | null;
};

const thumbnailSide = 512;
const fileExtension = 'https://stac-extensions.github.io/file/v2.1.0/schema.json';

/** Items of files, with the size and time by which a file is known again. */
export function createFileItems(imagery: ImageryReader, options: FileItemOptions): ItemMaker {
  const projections = createProjections();
  const encoder = createSharpEncoder();

  async function drawn(image: OpenImage, id: string, folder: string): Promise<string> {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${encodeURIComponent(id)}.webp`);
    const bytes = await encoder.encode(await thumbnailOf(image, thumbnailSide), 'webp');
    await writeWhole(path, (sink) => sink.write(bytes));
    return pathToFileURL(path).href;
  }

  return {
    async make(file, id) {
      const { location } = file;
      const image = await imagery.open(location.startsWith('file:') ? fileURLToPath(location) : location);
      try {
        const datetime = takenAt(file, image, options);
        const made = await itemFromImage(image, projections, { id, datetime, href: file.location });
        const item = withFileFacts(made, file);
        if (options.thumbnailFolder === null) return item;
        return withThumbnail(item, await drawn(image, id, options.thumbnailFolder), 'webp');
      } finally {
        await image.close();
      }
    },
  };
}

function takenAt(file: FoundFile, { info }: OpenImage, { pattern, mayUseFileTime }: FileItemOptions): string {
  const named = pattern === null ? null : timeInName(file.relativePath, pattern);
  const time = named ?? timeInMetadata(info.metadata, info.dateTime ?? null) ?? (mayUseFileTime ? file.modified : null);
  if (time !== null) return time;
  const advice =
    "neither its name nor its metadata say when it was taken: give a pattern of times, or take the file's own";
  throw new PlatformError('invalid_parameters', advice);
}

type MadeItem = Awaited<ReturnType<typeof itemFromImage>>;

const withFileFacts = (item: MadeItem, { byteLength, modified, etag }: FoundFile) => {
  const facts = { 'file:size': byteLength, updated: modified, ...(etag === undefined ? {} : { 'swath:etag': etag }) };
  return {
    ...item,
    stac_extensions: [...item.stac_extensions, fileExtension],
    assets: Object.fromEntries(Object.entries(item.assets).map(([key, asset]) => [key, { ...asset, ...facts }])),
  };
};
