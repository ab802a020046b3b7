import type { CutJob } from '../../../imagery/cut/cut-job.ts';
import type { ImageryReader, OpenImage } from '../../../imagery/ports.ts';
import { allDone } from './gate.ts';

/** For a reader that is cut from: stored blocks are read once each, decoded ones are asked for again by the tiles around them. */
export const cutCaches = { cacheBytes: 16 << 20, decodedBytes: 48 << 20 };

export type CutImages = { readonly image: OpenImage; readonly under: readonly OpenImage[] };

/** Opens what a cut is made of, for as long as it is used. */
export async function withImages<T>(
  reader: ImageryReader,
  { location, under = [] }: Pick<CutJob, 'location' | 'under'>,
  use: (images: CutImages) => Promise<T>,
): Promise<T> {
  const opened: OpenImage[] = [];
  try {
    for (const each of [location, ...under]) opened.push(await reader.open(each));
    const [image, ...others] = opened;
    return await use({ image: image!, under: others });
  } finally {
    await allDone(opened.map((each) => each.close()));
  }
}
