import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createTiffReader } from '../../adapters/tiff/tiff-reader.ts';
import type { OpenImage } from '../../imagery/ports.ts';
import { PlatformError } from '../../shared/errors.ts';

const isUrl = (text: string) => /^https?:\/\//.test(text);

/** A file of this machine, which whoever types its name may read, or one on the web. */
export async function withImage<T>(given: string, work: (image: OpenImage) => Promise<T>): Promise<T> {
  const location = isUrl(given) ? given : resolve(given);
  if (!isUrl(given) && !existsSync(location)) throw new PlatformError('not_found', `there is no file ${given}`);
  const reader = createTiffReader({ localRoots: isUrl(given) ? [] : [dirname(location)], decodedBytes: 48 << 20 });
  const image = await reader.open(location);
  try {
    return await work(image);
  } finally {
    await image.close();
  }
}
