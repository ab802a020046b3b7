import type { Item } from '@swath/client';

/** What orders call it, as the service finds it; null where a list of ids could not hold it. */
export function acquisitionOf({ id, properties }: Item): string | null {
  const names = [properties['catalog_id'], properties['acquisition_id'], id];
  const name = names.find((each) => typeof each === 'string' && each !== '');
  return typeof name === 'string' && /^[^\s,;]+$/.test(name) ? name : null;
}
