import { constants } from 'node:zlib';

/** 28 KB of items: brotli 1 takes 80 us, gzip 1 120 us, and their usual levels twice to three times as long. */
export const compression = {
  threshold: 1_024,
  // At once and not by a stream, which takes longer than that, and whose memory lies there until all of the heap is collected.
  syncThreshold: 131_072,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

/** The same with what was written sent at once, so that an answer begins before much of it is there. */
export const flushedCompression = {
  ...compression,
  brotliOptions: { ...compression.brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { ...compression.zlibOptions, flush: constants.Z_SYNC_FLUSH },
};
