import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { StoredCollection, StoredItem } from './ports.ts';
import type { Visibility } from './visibility.ts';

type Needs = Pick<Service, 'catalog'>;

/** What is hidden is not found, like what does not exist. */
export async function findItem(
  { catalog }: Needs,
  visibility: Visibility,
  collection: string,
  id: string,
): Promise<StoredItem> {
  return (await catalog.getItem(collection, id, visibility)) ?? notFound();
}

export async function findCollection(
  { catalog }: Needs,
  visibility: Visibility,
  id: string,
): Promise<StoredCollection> {
  return (await catalog.getCollection(id, visibility)) ?? notFound();
}

function notFound(): never {
  throw new PlatformError('not_found');
}
