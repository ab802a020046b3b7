import { completeSort, type Sort, type SortKey } from '../../catalog/sort.ts';
import { readCrs } from '../../catalog/languages/crs-names.ts';
import type { ShownAttribute } from '../attribute-table.ts';
import { invalidParameter } from '../exception.ts';
import { type FeatureType, isGeometryName } from '../feature-type.ts';
import { type OutputCrs, defaultCrs, writtenName } from '../output-crs.ts';
import type { Version } from '../versions.ts';
import { type Ask, listOf, valueOf } from './parameters.ts';

/** What of each feature is shown. */
export type Shown = { readonly attributes: readonly ShownAttribute[]; readonly hasGeometry: boolean };

/** Prefix and path do not matter; `*` is everything. */
export const localName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);

export function readShown(ask: Ask, { attributes, byName }: FeatureType): Shown {
  const names = listOf(valueOf(ask, 'propertyname', 'propertynames') ?? '*').map(localName);
  if (names.some((name) => name === '*' || name === 'FinishedFeature')) return { attributes, hasGeometry: true };
  const wanted = new Set<ShownAttribute>();
  for (const name of names) {
    const attribute = byName.get(name);
    if (attribute !== undefined) wanted.add(attribute);
    else if (!isGeometryName(name)) throw invalidParameter('propertyName', `there is no attribute '${name}'`);
  }
  return { attributes: attributes.filter((one) => wanted.has(one)), hasGeometry: names.some(isGeometryName) };
}

const mostKeys = 8;

/** `a`, `a D`, `a DESC`, `a+A`, and lists of them; the order ends in what tells any two features apart. */
export function readSortBy(ask: Ask, { byName }: FeatureType): Sort {
  const keys = listOf(valueOf(ask, 'sortby') ?? '').flatMap((text): readonly SortKey[] => {
    const [, name = '', way = 'A'] = /^(\S+?)(?:[\s+]+(A|D|ASC|DESC|ASCENDING|DESCENDING))?$/i.exec(text) ?? [];
    const attribute = byName.get(localName(name));
    if (attribute === undefined)
      throw invalidParameter('sortBy', `'${text}' is no attribute to sort by, nor one with A or D`);
    const { source } = attribute;
    if (source.kind === 'constant') return [];
    return [{ field: source.kind === 'property' ? source.name : source.kind, isDescending: /^d/i.test(way) }];
  });
  if (keys.length > mostKeys) throw invalidParameter('sortBy', `at most ${mostKeys} attributes are taken`);
  return completeSort(keys);
}

export function readOutputCrs(ask: Ask, version: Version): OutputCrs {
  const asked = valueOf(ask, 'srsname');
  if (asked === null) return defaultCrs[version];
  const crs = readCrs(asked);
  if (crs === null) throw invalidParameter('srsName', `the CRS '${asked}' is not offered`);
  return { srsName: writtenName(asked, crs.code), code: crs.code, isLatLon: crs.isLatLon };
}
