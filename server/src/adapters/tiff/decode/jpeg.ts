import { type JpegSegment, frameOf, headerSegments } from '../../../imagery/jpeg-stream.ts';
import { refuseCorrupt, refuseFormat } from '../../../imagery/refuse.ts';
import { loadSharp } from '../load-sharp.ts';

export type JpegShape = {
  readonly width: number;
  readonly maxHeight: number;
  readonly minHeight: number;
  readonly bands: number;
  readonly isYCbCr: boolean;
  readonly tables: Uint8Array | null;
};

/** Pixel for pixel what libjpeg makes of it; the colour space is the TIFF's to say, not the stream's. */
export async function decodeJpeg(block: Uint8Array, shape: JpegShape): Promise<Uint8Array> {
  const stream = standalone(block, shape);
  const limitInputPixels = shape.width * shape.maxHeight;
  let pipeline = (await loadSharp())(stream, { failOn: 'error', limitInputPixels });
  if (shape.bands === 1) pipeline = pipeline.toColourspace('b-w');
  if (shape.bands === 4) pipeline = pipeline.pipelineColourspace('cmyk').toColourspace('cmyk');
  const { data, info } = await pipeline
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw refuseCorrupt(`JPEG data (${(cause as Error).message})`);
    });
  if (info.channels !== shape.bands || info.width !== shape.width) throw refuseCorrupt('JPEG data of another shape');
  // Four components pass for CMYK, which the library turns over.
  if (shape.bands === 4) for (let at = 0; at < data.length; at++) data[at] = 255 - data[at]!;
  return data;
}

/** Tables and block as one stream, without what applications wrote into it and with a word on its colours. */
function standalone(block: Uint8Array, shape: JpegShape): Uint8Array {
  const tableSegments = shape.tables === null ? [] : headerSegments(shape.tables);
  const segments = headerSegments(block);
  if (segments === null || tableSegments === null) throw refuseCorrupt('JPEG data');
  refuseFrame(block, segments, shape);
  const scan = block.subarray(segments.at(-1)!.end);
  const parts = [
    Uint8Array.of(0xff, 0xd8),
    ...(shape.bands === 3 ? [adobe(shape.isYCbCr ? 1 : 0)] : []),
    ...(shape.tables === null ? [] : kept(shape.tables, tableSegments)),
    ...kept(block, segments),
    scan,
  ];
  return Buffer.concat(parts);
}

const kept = (bytes: Uint8Array, segments: readonly JpegSegment[]) =>
  segments.filter(({ marker }) => marker < 0xe0 || marker > 0xef).map(({ start, end }) => bytes.subarray(start, end));

const adobe = (transform: number) =>
  Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform);

/** Before anything is decoded: the frame is the block's size, and there is no scan too many. */
function refuseFrame(block: Uint8Array, segments: readonly JpegSegment[], shape: JpegShape): void {
  const frame = frameOf(block, segments);
  if (frame === null) throw refuseCorrupt('JPEG data without one frame');
  if (frame.process > 1) throw refuseFormat(`${frame.process === 2 ? 'progressive' : 'unusual'} JPEG is`);
  if (frame.precision !== 8) throw refuseFormat(`JPEG of ${frame.precision} bits is`);
  const isRightSize = frame.width === shape.width && frame.height >= shape.minHeight && frame.height <= shape.maxHeight;
  if (!isRightSize || frame.components !== shape.bands) throw refuseCorrupt('a JPEG block of another shape');
  if (countScans(block) > shape.bands) throw refuseCorrupt('a JPEG block of too many scans');
}

function countScans(block: Uint8Array): number {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  let count = 0;
  for (let at = bytes.indexOf(startOfScan); at !== -1; at = bytes.indexOf(startOfScan, at + 2)) count += 1;
  return count;
}

const startOfScan = Buffer.of(0xff, 0xda);
