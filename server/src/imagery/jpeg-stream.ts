/** A marker segment of a JPEG stream: `body` starts after the length. */
export type JpegSegment = { readonly marker: number; readonly start: number; readonly end: number };

export type JpegHeader = {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly precision: number;
  /** SOF0 to SOF15: 0 baseline, 2 progressive. */
  readonly process: number;
};

const startOfImage = 0xd8;
const startOfScan = 0xda;
const endOfImage = 0xd9;

/** The segments between the start of the image and its first scan; null when they do not add up. */
export function headerSegments(jpeg: Uint8Array): readonly JpegSegment[] | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== startOfImage) return null;
  const segments: JpegSegment[] = [];
  let at = 2;
  while (at + 4 <= jpeg.length) {
    if (jpeg[at] !== 0xff) return null;
    const marker = jpeg[at + 1]!;
    if (marker === startOfScan || marker === endOfImage) return segments;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
    if (end < at + 4 || end > jpeg.length) return null;
    segments.push({ marker, start: at, end });
    at = end;
  }
  // Tables may end with their marker as the last two bytes.
  return jpeg[at] === 0xff && jpeg[at + 1] === endOfImage ? segments : null;
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export function frameOf(jpeg: Uint8Array, segments: readonly JpegSegment[]): JpegHeader | null {
  const frames = segments.filter(({ marker }) => isFrame(marker));
  const frame = frames[0];
  if (frame === undefined || frames.length > 1 || frame.end - frame.start < 10) return null;
  const at = frame.start + 4;
  return {
    precision: jpeg[at]!,
    height: (jpeg[at + 1]! << 8) | jpeg[at + 2]!,
    width: (jpeg[at + 3]! << 8) | jpeg[at + 4]!,
    components: jpeg[at + 5]!,
    process: frame.marker - 0xc0,
  };
}

/** From the start of the image to the end of the last table; null when it is no JPEG. */
export function tablesOf(tables: Uint8Array): Uint8Array | null {
  const segments = headerSegments(tables);
  return segments === null ? null : tables.subarray(0, segments.at(-1)?.end ?? 2);
}

/** An abbreviated block made complete: its length is that of both less the two bytes that begin an image. Null when it is no JPEG. */
export function joinTables(shared: Uint8Array, block: Uint8Array): Uint8Array | null {
  if (block[0] !== 0xff || block[1] !== startOfImage) return null;
  const whole = new Uint8Array(shared.length + block.length - 2);
  whole.set(shared);
  whole.set(block.subarray(2), shared.length);
  return whole;
}
