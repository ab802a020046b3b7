import type { default as Sharp, Sharp as Pipeline } from 'sharp';
import type { PictureEncoder, PictureFormat } from '../../imagery/ports.ts';
import { encodePng } from './encode-png.ts';

let loaded: Promise<typeof Sharp> | null = null;

/** Takes 0.2 s, which a process that draws nothing need not spend. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Pictures are small and many: one thread each, and nothing kept.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

// More effort takes longer to make than its bytes take to send.
const encoders: Readonly<Record<Exclude<PictureFormat, 'png'>, (pipeline: Pipeline) => Pipeline>> = {
  jpeg: (pipeline) => pipeline.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }),
  webp: (pipeline) => pipeline.webp({ quality: 80, effort: 0 }),
};

/** Pictures for browsers by libvips; PNG by ourselves. */
export function createSharpEncoder(): PictureEncoder {
  return {
    encode: async (picture, format) => {
      if (format === 'png') return encodePng(picture);
      const { width, height, channels, samples } = picture;
      loaded ??= load();
      return encoders[format]((await loaded)(samples, { raw: { width, height, channels } })).toBuffer();
    },
  };
}
