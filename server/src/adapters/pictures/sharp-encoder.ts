import type { Sharp as Pipeline } from 'sharp';
import type { PictureEncoder, PictureFormat } from '../../imagery/ports.ts';
import { loadSharp } from '../tiff/load-sharp.ts';
import { encodePng } from './encode-png.ts';

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
      const sharp = await loadSharp();
      return encoders[format](sharp(samples, { raw: { width, height, channels } })).toBuffer();
    },
  };
}
