import type { BlockGrid, Encoding, ImageInfo } from '../../../imagery/image.ts';
import { jpegQuality } from '../../../imagery/jpeg-quality.ts';
import type { OpenImage } from '../../../imagery/ports.ts';
import type { TileFormat } from './level-fields.ts';

const usualTileSize = 512;
const usualQuality = 85;

const isJpegOut = ({ bands, alphaBand, levels }: ImageInfo) => {
  const count = bands.length - (alphaBand === null ? 0 : 1);
  return levels[0]!.encoding.compression === 'jpeg' && (count === 1 || isPicture(bands.slice(0, count)));
};
const isPicture = (bands: ImageInfo['bands']) =>
  bands.length === 3 && ['red', 'green', 'blue'].every((color, i) => bands[i]!.color === color);

/** The way of storing tiles that lets most of an image's tiles be copied. */
export async function formatLike(image: OpenImage): Promise<TileFormat> {
  const { encoding } = image.info.levels[0]!;
  if (!isJpegOut(image.info)) {
    const usual = image.info.sampleType === 'float32' ? 3 : 2;
    return { compression: 'deflate', predictor: encoding.compression === 'deflate' ? encoding.predictor : usual };
  }
  const isFull = encoding.photometric !== 'ycbcr' || encoding.chromaSubsampling[0] === 1;
  return { compression: 'jpeg', subsampling: isFull ? '4:4:4' : '4:2:0', quality: await qualityOf(image) };
}

async function qualityOf(image: OpenImage): Promise<number> {
  const { jpegTables } = image.info.levels[0]!.encoding;
  const shared = jpegTables === null ? null : jpegQuality(jpegTables);
  if (shared !== null) return shared;
  const block = await image.readStoredBlock({ level: 0, of: 'pixels', column: 0, row: 0, plane: 0 });
  return (block === null ? null : jpegQuality(block)) ?? usualQuality;
}

/** Tiles of the image's own size, where that is a usual one. */
export function tileSizeLike({ levels }: ImageInfo): number {
  const { isTiled, blockWidth, blockHeight } = levels[0]!;
  const isUsual = isTiled && blockWidth === blockHeight && [128, 256, 512, 1024].includes(blockWidth);
  return isUsual ? blockWidth : usualTileSize;
}

/** Whether a block of the image, as it is stored, is a tile of the new file. */
export function canCopy(info: ImageInfo, grid: BlockGrid, format: TileFormat, tileSize: number): boolean {
  if (info.alphaBand !== null || !hasTiles(grid, tileSize)) return false;
  const { encoding } = grid;
  const { compression, arrangement, byteOrder, bitsPerSample } = encoding;
  if (compression !== format.compression || arrangement !== 'pixels') return false;
  if (format.compression === 'jpeg') return isSameColor(encoding, format, info.bands.length);
  return encoding.predictor === format.predictor && (bitsPerSample === 8 || byteOrder === 'little');
}

export const canCopyMask = (grid: BlockGrid, tileSize: number): boolean =>
  hasTiles(grid, tileSize) && grid.encoding.compression === 'deflate' && grid.encoding.bitsPerSample === 1;

const hasTiles = ({ isTiled, blockWidth, blockHeight }: BlockGrid, tileSize: number) =>
  isTiled && blockWidth === tileSize && blockHeight === tileSize;

function isSameColor(
  { photometric, chromaSubsampling: [across, down] }: Encoding,
  { subsampling }: Extract<TileFormat, { compression: 'jpeg' }>,
  bands: number,
): boolean {
  if (bands === 1) return photometric === 'grey';
  return photometric === 'ycbcr' && across === down && across === (subsampling === '4:4:4' ? 1 : 2);
}
