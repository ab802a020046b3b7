import { PlatformError } from '../shared/errors.ts';
import { type Visibility, isVisible } from './visibility.ts';

/** An item's place, and what its writer may see. */
export type ItemPlace = {
  readonly collection: string;
  readonly id: string;
  readonly visibility: Visibility;
  /** What the addresses of its local assets begin with. */
  readonly assetsHome: string;
};

export type CollectionPlace = {
  readonly id: string;
  readonly visibility: Visibility;
  /** What the addresses of its local assets begin with. */
  readonly assetsHome: string;
};

/** What a writer cannot see does not exist for it. */
export function requireVisible(collection: string, visibility: Visibility): void {
  if (!isVisible(collection, visibility)) throw new PlatformError('not_found');
}

/** The same answer whether or not a collection of that name exists: a conflict would tell. */
export function requireGranted(collection: string, visibility: Visibility): void {
  if (!isVisible(collection, visibility))
    throw new PlatformError('forbidden', 'your organization may write only the collections that it was granted');
}
