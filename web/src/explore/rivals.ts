import type { FoundItem } from './found-item.ts';
import { overlap } from '../map/geometry-box.ts';

const mostRivals = 100;

/** Of the same place, at another time. */
export const rivalsOf = (item: FoundItem, items: readonly FoundItem[]): readonly FoundItem[] =>
  items.filter((other) => other.key !== item.key && overlap(item.box, other.box)).slice(0, mostRivals);
