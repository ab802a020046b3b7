import type { ChosenCell } from '../survey/choose-tiles.ts';

/** Words of bits that are compared: a tenth of a second. */
const mostWork = 50_000_000;

/** The acquisitions without those that need not be looked at: another one shows whole whatever cell they show a part of. */
export function undominated(acquisitions: readonly string[], cells: readonly ChosenCell[]): readonly string[] {
  const words = Math.ceil(cells.length / 32);
  if (acquisitions.length ** 2 * words > mostWork) return acquisitions;
  const places = new Map(acquisitions.map((id, place) => [id, place]));
  const [shown, whole] = [0, 1].map(() => acquisitions.map(() => new Uint32Array(words))) as [
    Uint32Array[],
    Uint32Array[],
  ];
  for (const [i, { matching }] of cells.entries())
    for (const { acquisition, isWhole } of matching) {
      const place = places.get(acquisition)!;
      shown[place]![i >>> 5]! |= 1 << (i & 31);
      if (isWhole) whole[place]![i >>> 5]! |= 1 << (i & 31);
    }
  // Of two that show the same, the first stays.
  const isBelow = (one: number, other: number): boolean =>
    one !== other && isWithin(shown[one]!, whole[other]!) && (other < one || !isWithin(shown[other]!, whole[one]!));
  return acquisitions.filter((_, one) => !acquisitions.some((_, other) => isBelow(one, other)));
}

function isWithin(part: Uint32Array, all: Uint32Array): boolean {
  for (let i = 0; i < part.length; i++) if ((part[i]! & ~all[i]!) !== 0) return false;
  return true;
}
