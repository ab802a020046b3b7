import type Sharp from 'sharp';

let loaded: Promise<typeof Sharp> | null = null;

/** Takes 0.2 s, which a process that meets no picture need not spend. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Blocks and pictures are many and small: one thread each, and nothing kept.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
