import { refuseCorrupt } from '../../../imagery/refuse.ts';

/** Bytes of one value by TIFF field type (1 to 18). */
const sizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** Null for a type that no standard knows: such a field is passed over, as the standard asks. */
export const sizeOfType = (type: number): number | null => sizes[type] ?? null;

export function readValue(view: DataView, at: number, type: number, isLittle: boolean): number {
  switch (type) {
    case 1:
    case 2:
    case 7:
      return view.getUint8(at);
    case 3:
      return view.getUint16(at, isLittle);
    case 4:
    case 13:
      return view.getUint32(at, isLittle);
    case 6:
      return view.getInt8(at);
    case 8:
      return view.getInt16(at, isLittle);
    case 9:
      return view.getInt32(at, isLittle);
    case 11:
      return view.getFloat32(at, isLittle);
    case 12:
      return view.getFloat64(at, isLittle);
    case 16:
    case 18:
      return safeNumber(view.getBigUint64(at, isLittle));
    default:
      throw refuseCorrupt(`a field of type ${type} where a number is needed`);
  }
}

export function safeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw refuseCorrupt(`the number ${value} is beyond any file`);
  return number;
}
