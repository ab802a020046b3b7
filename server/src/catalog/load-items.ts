import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { FeatureReport, StoredItem } from './ports.ts';
import { validationOf } from './validation.ts';
import type { Visibility } from './visibility.ts';
import { type WriteConditions, type Written, modeOf, requireKept } from './write-conditions.ts';

/** What became of a load: the one item, or a report on each of many. */
export type Loaded = Written<StoredItem> | { readonly reports: Iterable<FeatureReport> };

/** Stores an item or many in a collection; the body is not looked at on this thread. */
export async function loadItems(
  { catalog }: Pick<Service, 'catalog'>,
  { collection, visibility }: { readonly collection: string; readonly visibility: Visibility },
  body: Uint8Array,
  conditions: WriteConditions,
): Promise<Loaded> {
  // First, so that a large body for nowhere costs nothing.
  const home = await catalog.getCollection(collection, visibility);
  if (home === null) throw new PlatformError('not_found');
  const mode = modeOf(conditions, 'insert');
  const { isBulk, hasHome, features } = await catalog.load(body, collection, mode, validationOf(home));
  if (isBulk && !hasHome) throw new PlatformError('not_found');
  if (isBulk) return { reports: features };
  const [report] = features;
  const { id, outcome, reason } = report!;
  if (outcome === 'invalid') throw new PlatformError('invalid_parameters', reason ?? {});
  requireKept(outcome, conditions);
  const document = await catalog.getItem(collection, id!, visibility);
  if (document === null) throw new PlatformError('conflict', 'the item was stored and, meanwhile, deleted by another');
  return { document, isNew: outcome === 'created' };
}
