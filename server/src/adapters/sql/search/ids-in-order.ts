import { compareCodePoints } from '../../../catalog/evaluate/scalars.ts';

/** The ids from the start on, in the order of the walk. */
export function idsInOrder(ids: readonly string[], start: string | null, isDescending: boolean): readonly string[] {
  const way = isDescending ? -1 : 1;
  const beyond = start === null ? ids : ids.filter((id) => compareCodePoints(id, start) * way >= 0);
  return beyond.toSorted((a, b) => compareCodePoints(a, b) * way);
}
