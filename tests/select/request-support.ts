import { readSelectRequest } from '../../server/src/select/read-select.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';

/** Why a select with these members is refused. */
export function refusal(members: Record<string, unknown>): PlatformError {
  try {
    readSelectRequest(members);
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

export const square = (west: number, south: number, side = 1) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
export const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });

export const bowTie = [
  [0, 0],
  [2, 2],
  [2, 0],
  [0, 2],
  [0, 0],
];
