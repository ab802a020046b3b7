import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { type Item, parseItem, requireStorable } from './item.ts';
import { namesOwnAssets, restoreLocations } from './local-href.ts';
import { type JsonObject, isObject, refuse } from './refuse.ts';
import { documentOf } from './stored-document.ts';
import { checkerOf } from './validation.ts';
import { type WriteConditions, type Written, modeOf, requireKept } from './write-conditions.ts';
import { type ItemPlace, requireVisible } from './write-scope.ts';

type Needs = Pick<Service, 'catalog'>;

/** Replaces an item, or creates it where the conditions say so. */
export async function putItem(
  { catalog }: Needs,
  place: ItemPlace,
  json: unknown,
  conditions: WriteConditions,
): Promise<Written<Item>> {
  const given = await withLocations({ catalog }, place, withId(json, place.id));
  const item = itemAt(place, given);
  requireVisible(place.collection, place.visibility);
  (await checkerOf(catalog, place.collection))(given as JsonObject);
  const [report] = await catalog.putItems([{ item, ifMatch: conditions.ifMatch }], modeOf(conditions, 'replace'));
  requireKept(report!.outcome, conditions);
  return { document: item, isNew: report!.outcome === 'created' };
}

/** Left out, it is the path's; put last, so that an item that has one keeps the order of its members. */
const withId = (json: unknown, id: string): unknown =>
  isObject(json) && json['id'] === undefined ? { ...json, id } : json;

/** A document that was read here names our addresses; what they stand for stays as it is stored. */
async function withLocations({ catalog }: Needs, place: ItemPlace, json: unknown): Promise<unknown> {
  if (!namesOwnAssets(json, place.assetsHome)) return json;
  const stored = await catalog.getItem(place.collection, place.id, place.visibility);
  return restoreLocations(json, stored === null ? null : documentOf(stored.bytes), place.assetsHome);
}

/** An item that is what its path says. */
export function itemAt({ collection, id }: ItemPlace, json: unknown): Item {
  const item = parseItem(json, collection);
  requireStorable(item);
  return item.id === id ? item : refuse('id', 'must be the id in the path');
}

export async function deleteItem({ catalog }: Needs, place: ItemPlace, ifMatch: string | null): Promise<void> {
  requireVisible(place.collection, place.visibility);
  const outcome = await catalog.deleteItem(place.collection, place.id, ifMatch);
  if (outcome === 'missing') throw new PlatformError('not_found');
  if (outcome === 'precondition_failed') requireKept(outcome, { isCreateOnly: false });
}
