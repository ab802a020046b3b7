import { refuseCorrupt, refuseFormat } from '../../../imagery/refuse.ts';
import type { FileBytes } from '../file-bytes.ts';
import { safeNumber } from './field-types.ts';

export type TiffHeader = { readonly isLittle: boolean; readonly isBig: boolean; readonly firstDirectory: number };

/** Classic and BigTIFF in both byte orders; says what the file is when it is something else. */
export async function readHeader(file: FileBytes): Promise<TiffHeader> {
  if (file.byteLength < 8) throw refuseFormat(`a file of ${file.byteLength} bytes is`);
  const bytes = await file.readStructure(0, Math.min(16, file.byteLength), 'the header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if (!isLittle && order !== 0x4d4d) throw refuseFormat(`a file that is ${kindOf(bytes)} is`);
  const version = view.getUint16(2, isLittle);
  if (version === 42) return { isLittle, isBig: false, firstDirectory: view.getUint32(4, isLittle) };
  if (version !== 43) throw refuseFormat(`TIFF of version ${version} is`);
  const isSound = bytes.length === 16 && view.getUint16(4, isLittle) === 8 && view.getUint16(6, isLittle) === 0;
  if (!isSound) throw refuseCorrupt('the BigTIFF header');
  return { isLittle, isBig: true, firstDirectory: safeNumber(view.getBigUint64(8, isLittle)) };
}

const signatures: readonly (readonly [string, string])[] = [
  ['89504e47', 'PNG'],
  ['ffd8ff', 'JPEG'],
  ['0000000c6a502020', 'JPEG 2000'],
  ['ff4fff51', 'JPEG 2000'],
  ['52494646', 'WebP or another RIFF file'],
  ['89484446', 'HDF5 or netCDF 4'],
  ['43444601', 'netCDF'],
  ['43444602', 'netCDF'],
  ['4e495446', 'NITF'],
  ['504b0304', 'ZIP'],
  ['1f8b', 'gzip'],
  ['3c', 'XML or HTML'],
  ['7b', 'JSON'],
];

function kindOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes).toString('hex');
  return signatures.find(([signature]) => start.startsWith(signature))?.[1] ?? 'not a TIFF';
}
