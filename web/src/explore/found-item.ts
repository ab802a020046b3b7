import type { Geometry, Item } from '@swath/client';
import type { Box } from '../map/geometry-box.ts';
import { narrowBoxOf } from '../map/narrow-box.ts';
import { type ItemKey, keyOf } from './item-key.ts';
import { thumbnailOf } from './thumbnail-of.ts';

/** What list and map show of an item. */
export type FoundItem = {
  readonly key: ItemKey;
  readonly id: string;
  readonly collection: string;
  readonly title: string;
  readonly datetime: string | null;
  /** The end of a time that has no moment of its own. */
  readonly until: string | null;
  readonly cloudPercent: number | null;
  readonly gsdMetres: number | null;
  readonly platform: string | null;
  readonly geometry: Geometry | null;
  readonly box: Box | null;
  /** Key of the asset that is a small picture, when it has one of the usual names. */
  readonly thumbnail: string | null;
};

/** What a search must answer for it. */
export const wantedFields: readonly string[] = [
  'id',
  'collection',
  'geometry',
  'bbox',
  ...['title', 'datetime', 'start_datetime', 'end_datetime', 'eo:cloud_cover', 'gsd', 'platform'].map(
    (name) => `properties.${name}`,
  ),
  ...['thumbnail', 'overview', 'preview', 'rendered_preview', 'browse'].map((name) => `assets.${name}`),
];

export function foundItem(item: Item): FoundItem {
  const properties = item.properties ?? {};
  const moment = textOf(properties['datetime']);
  return {
    key: keyOf(item),
    id: item.id,
    collection: item.collection,
    title: textOf(properties['title']) ?? item.id,
    datetime: moment ?? textOf(properties['start_datetime']),
    until: moment === null ? textOf(properties['end_datetime']) : null,
    cloudPercent: numberOf(properties['eo:cloud_cover']),
    gsdMetres: numberOf(properties['gsd']),
    platform: textOf(properties['platform']),
    geometry: item.geometry ?? null,
    box: narrowBoxOf(item.geometry ?? null),
    thumbnail: thumbnailOf(item),
  };
}

/** The catalogue takes any value for any property. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
