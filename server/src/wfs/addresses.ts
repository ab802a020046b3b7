import type { FeatureType } from './feature-type.ts';
import { qualifiedTypeName } from './feature-type.ts';
import type { Parameters } from './request/parameters.ts';
import type { Version } from './versions.ts';

/** Where the service is asked, with the key that came in the address, which clients would lose otherwise. */
export type Address = {
  readonly endpoint: string;
  readonly key: { readonly name: string; readonly value: string } | null;
};

/** Without a question mark where there is no key: clients put their own behind it. */
export const operationHref = ({ endpoint, key }: Address): string =>
  key === null ? endpoint : `${endpoint}?${key.name}=${encodeURIComponent(key.value)}`;

export function hrefOf({ endpoint, key }: Address, parameters: Iterable<readonly [string, string]>): string {
  const query = new URLSearchParams(Object.fromEntries(parameters));
  if (key !== null) query.set(key.name, key.value);
  return `${endpoint}?${query.toString()}`;
}

export const schemaHref = (address: Address, type: FeatureType, version: Version): string =>
  hrefOf(address, [
    ['service', 'WFS'],
    ['version', version],
    ['request', 'DescribeFeatureType'],
    [version === '2.0.0' ? 'typeNames' : 'typeName', qualifiedTypeName(type)],
  ]);

/** What pages of the same query have in common; caches are not defeated twice. */
const kept: ReadonlySet<string> = new Set([
  'service',
  'version',
  'srsname',
  'bbox',
  'filter',
  'query',
  'cql_filter',
  'propertyname',
  'sortby',
  'resourceid',
  'featureid',
  'outputformat',
  'format_options',
  'storedquery_id',
  'valuereference',
]);

/** What an address may hold of a filter that came in a body. */
const longestFilter = 4_000;

/** What the other pages of a query are asked with; null where no address can say it. */
export function pageParameters(parameters: Parameters, type: FeatureType): Parameters | null {
  if ((parameters.get('filter') ?? '').length > longestFilter) return null;
  const same = new Map([['service', 'WFS'], ...[...parameters].filter(([name]) => kept.has(name))]);
  if (parameters.has('typenames') || parameters.has('typename')) same.set('typeNames', qualifiedTypeName(type));
  return same.set('request', parameters.get('request') ?? 'GetFeature');
}

/** Another page of a query: `next` and `previous` of an answer. */
export function pageHref(
  address: Address,
  parameters: Parameters,
  { startIndex, count }: { readonly startIndex: number; readonly count: number },
): string {
  const page: [string, string][] = [
    ['startIndex', String(startIndex)],
    ['count', String(count)],
  ];
  return hrefOf(address, [...parameters, ...page]);
}
