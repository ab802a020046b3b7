import type { BlockGrid } from '../../../imagery/image.ts';
import { refuseFormat } from '../../../imagery/refuse.ts';
import { type StoredGrid, maxBlockBytes, rowBytesOf } from './stored-grid.ts';

/** Strips that are cut into pieces for reading: piece n of strip s starts n pieces further in. */
export type ChoppedGrid = StoredGrid & { readonly piecesPerStrip: number };

const pieceBytes = 1024 * 1024;
const bearableBytes = 16 * pieceBytes;

/** Any rows of an uncompressed strip can be read alone, so a large one is read in pieces. Its rows must divide evenly. */
export function chopStrips(stored: StoredGrid): ChoppedGrid {
  const { grid } = stored;
  const rowBytes = rowBytesOf(stored);
  const isWhole = grid.isTiled || grid.encoding.compression !== 'none' || rowBytes * grid.blockHeight <= pieceBytes;
  if (isWhole) return { ...stored, piecesPerStrip: 1 };
  if (rowBytes > maxBlockBytes) throw refuseFormat(`rows of ${Math.ceil(rowBytes / 2 ** 20)} MiB are`);
  const blockHeight = pieceHeight(grid, Math.max(1, Math.floor(pieceBytes / rowBytes)), rowBytes);
  const rows = Math.ceil(grid.height / blockHeight);
  return { ...stored, grid: { ...grid, blockHeight, rows }, piecesPerStrip: Math.ceil(grid.blockHeight / blockHeight) };
}

/** The only strip may be cut anywhere; of several, each must end where a piece ends, or stays whole where that gives crumbs. */
function pieceHeight({ blockHeight, rows }: BlockGrid, wanted: number, rowBytes: number): number {
  if (rows === 1) return wanted;
  let height = wanted;
  while (blockHeight % height !== 0) height -= 1;
  const areCrumbs = height * 8 < wanted;
  return areCrumbs && blockHeight * rowBytes <= bearableBytes ? blockHeight : height;
}
