import type { Filter } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';

/** The features with these ids, as the feature type knows them. */
export function featuresOf(ids: readonly string[], reading: FilterReading): Filter {
  return reading.features?.(ids) ?? itemsCalled(ids);
}

/** `FinishedFeature.a1` is the item `a1`, unless an item has just that id. */
function itemsCalled(ids: readonly string[]): Filter {
  const names = ids.flatMap((id) => (id.includes('.') ? [id, id.slice(id.indexOf('.') + 1)] : [id]));
  const list = [...new Set(names)].map((value) => ({ kind: 'literal', value }) as const);
  return { kind: 'in', value: { kind: 'property', name: 'id' }, list };
}
