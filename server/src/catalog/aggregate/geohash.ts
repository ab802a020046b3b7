import type { Place } from './box-centre.ts';

export const mostGeohashDigits = 12;

const digits = '0123456789bcdefghjkmnpqrstuvwxyz';

/** Column and row of a cell, counted from the south-west. */
export type GeohashCell = { readonly x: number; readonly y: number };

/** Longitude has the first bit, and so the odd one. */
const columnBits = (precision: number): number => Math.ceil((precision * 5) / 2);
const rowBits = (precision: number): number => Math.floor((precision * 5) / 2);

export const geohashCell = ([longitude, latitude]: Place, precision: number): GeohashCell => ({
  x: part((longitude + 180) / 360, 2 ** columnBits(precision)),
  y: part((latitude + 90) / 180, 2 ** rowBits(precision)),
});

/** The last cell has its far edge too. */
const part = (share: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(share * count)));

/** The cell of fewer digits that the cell lies in. */
export const coarserCell = ({ x, y }: GeohashCell, from: number, to: number): GeohashCell => ({
  x: Math.floor(x / 2 ** (columnBits(from) - columnBits(to))),
  y: Math.floor(y / 2 ** (rowBits(from) - rowBits(to))),
});

export function geohashText({ x, y }: GeohashCell, precision: number): string {
  let [columns, rows] = [2 ** columnBits(precision), 2 ** rowBits(precision)];
  let text = '';
  for (let digit = 0, bit = 0; digit < precision; digit++) {
    let value = 0;
    for (let i = 0; i < 5; i++, bit++) {
      if (bit % 2 === 0) value = value * 2 + (Math.floor(x / (columns /= 2)) % 2);
      else value = value * 2 + (Math.floor(y / (rows /= 2)) % 2);
    }
    text += digits[value];
  }
  return text;
}

export const geohashAt = (place: Place, precision: number): string =>
  geohashText(geohashCell(place, precision), precision);
