import { endianness } from 'node:os';
import { type Samples, samplesIn } from '../../../imagery/pixels.ts';
import { refuseCorrupt } from '../../../imagery/refuse.ts';
import { type StoredGrid, rowBytesOf } from '../structure/stored-grid.ts';
import { undoFloatPredictor } from './float-predictor.ts';
import { inflate } from './inflate.ts';
import { decodeJpeg } from './jpeg.ts';
import { decodeLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { decodeZstd } from './zstd.ts';

/** No stream of these can unfold to more times its size: an honest one is long enough for its block. */
const mostUnfolded = { none: 1, jpeg: 2 ** 20, deflate: 1040, lzw: 4096, zstd: 2 ** 17 } as const;

/** The samples of a stored block, `rows` of them needed. They may share memory with `bytes`: not to be written to. */
export async function decodeBlock(bytes: Uint8Array, stored: StoredGrid, rows: number): Promise<Samples> {
  const { grid, layout, bandsPerBlock } = stored;
  const { compression, predictor } = grid.encoding;
  const rowBytes = rowBytesOf(stored);
  const needed = rowBytes * rows;
  if (bytes.length * mostUnfolded[compression] < needed) throw refuseCorrupt('a block is too short');
  const unpacked = await unpack(bytes, stored, rows, rowBytes * grid.blockHeight);
  if (unpacked.length < needed) throw refuseCorrupt('a block is too short');
  const exact = unpacked.length === needed ? unpacked : unpacked.subarray(0, needed);
  const rowLength = grid.blockWidth * bandsPerBlock;
  if (predictor === 3) return undoFloatPredictor(exact, rowLength, bandsPerBlock);
  const numbers = toNumbers(exact, layout.bitsPerSample, stored.isLittle, exact.buffer === bytes.buffer);
  if (predictor === 2) undoPredictor(numbers, rowLength, bandsPerBlock);
  return layout.bitsPerSample <= 8 ? numbers : samplesIn(layout.sampleType, numbers);
}

async function unpack(bytes: Uint8Array, stored: StoredGrid, rows: number, maxBytes: number): Promise<Uint8Array> {
  const { grid, bandsPerBlock } = stored;
  const { encoding } = grid;
  switch (encoding.compression) {
    case 'none':
      return bytes;
    case 'deflate':
      return inflate(bytes, maxBytes);
    case 'zstd':
      return decodeZstd(bytes, maxBytes);
    case 'lzw':
      return decodeLzw(bytes, maxBytes);
    case 'jpeg':
      return decodeJpeg(bytes, {
        width: grid.blockWidth,
        minHeight: rows,
        maxHeight: grid.blockHeight,
        bands: bandsPerBlock,
        isYCbCr: encoding.photometric === 'ycbcr',
        tables: encoding.jpegTables,
      });
  }
}

const isLittleMachine = endianness() === 'LE';

/** Unsigned numbers of so many bits in this machine's order. */
function toNumbers(bytes: Uint8Array, bits: number, isLittle: boolean, isShared: boolean): Samples {
  if (bits <= 8) return bytes;
  const mustSwap = isLittle !== isLittleMachine;
  const mustCopy = bytes.byteOffset % (bits / 8) !== 0 || (mustSwap && isShared);
  const own = mustCopy ? new Uint8Array(bytes) : bytes;
  if (mustSwap) swap(Buffer.from(own.buffer, own.byteOffset, own.byteLength), bits);
  return samplesIn(bits === 16 ? 'uint16' : 'uint32', own);
}

const swap = (bytes: Buffer, bits: number) => (bits === 16 ? bytes.swap16() : bytes.swap32());
