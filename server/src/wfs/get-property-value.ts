import type { Filter } from '../catalog/filter.ts';
import { pageParameters } from './addresses.ts';
import type { Caller, WfsAnswer } from './answer.ts';
import { invalidParameter, missingParameter } from './exception.ts';
import { type FeatureType, filterAttribute, isGeometryName } from './feature-type.ts';
import { type FeatureNeeds, getFeature } from './get-feature.ts';
import { valueCollection } from './outputs/value-collection.ts';
import { type Ask, valueOf } from './request/parameters.ts';
import { type FeatureQuery, readFeatureQuery } from './request/read-query.ts';
import { localName } from './request/read-shown.ts';
import type { Version } from './versions.ts';

type ValueWish = { readonly ask: Ask; readonly type: FeatureType; readonly version: Version };

/** One attribute of all features that a query finds and that have it. */
export function getPropertyValue(
  service: FeatureNeeds,
  caller: Caller,
  { ask, type, version }: ValueWish,
): Promise<WfsAnswer> {
  // An empty one is there, and wrong.
  const reference = valueOf(ask, 'valuereference');
  if (reference === null) throw invalidParameter('valueReference', 'valueReference must name an attribute');
  if (valueOf(ask, 'typenames', 'typename', 'resourceid') === null) throw missingParameter('typeNames');
  const query = readFeatureQuery(withoutFormat(ask), { type, version, nowMs: service.clock.nowMs() });
  const shown = shownBy(reference, query, type);
  const parameters = pageParameters(ask.parameters, type);
  return getFeature(service, caller, { type, query: shown, parameters, output: valueCollection });
}

/** The form of a collection of values is one. */
function withoutFormat(ask: Ask): Ask {
  const parameters = new Map(ask.parameters);
  for (const name of ['outputformat', 'propertyname']) parameters.delete(name);
  return { ...ask, parameters };
}

function shownBy(reference: string, query: FeatureQuery, type: FeatureType): FeatureQuery {
  if (/^@(?:\w+:)?id$/.test(localStep(reference))) return { ...query, attributes: [], hasGeometry: false };
  const name = localName(reference);
  const attribute = type.byName.get(name);
  const asked = filterAttribute(type, attribute?.name ?? (isGeometryName(name) ? name : reference));
  if (asked === null) throw invalidParameter('valueReference', `there is no attribute '${reference}'`);
  const isThere: Filter = { kind: 'not', arg: { kind: 'isNull', value: asked.expression } };
  const { filter } = query.search;
  const both: Filter = filter === null ? isThere : { kind: 'and', args: [filter, isThere] };
  return {
    ...query,
    attributes: attribute === undefined ? [] : [attribute],
    hasGeometry: attribute === undefined && isGeometryName(name),
    search: { ...query.search, filter: asked.expression.kind === 'literal' ? filter : both },
  };
}

const localStep = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
