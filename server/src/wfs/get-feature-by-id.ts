import { everything } from '../catalog/search-request.ts';
import type { Caller, WfsAnswer } from './answer.ts';
import { isFeatureById } from './documents/stored-queries.ts';
import { invalidParameter, missingParameter, wfsException } from './exception.ts';
import { filterOfIds, readFeatureId } from './feature-ids.ts';
import type { FeatureType } from './feature-type.ts';
import { type FeatureNeeds, getFeature } from './get-feature.ts';
import { type Ask, valueOf } from './request/parameters.ts';
import { readFeatureQuery } from './request/read-query.ts';
import type { Version } from './versions.ts';

type StoredWish = {
  readonly ask: Ask;
  readonly type: FeatureType;
  readonly version: Version;
  readonly stored: string;
};

/** The one stored query that every service has: its answer is the feature itself. */
export async function getFeatureById(
  service: FeatureNeeds,
  caller: Caller,
  { ask, type, version, stored }: StoredWish,
): Promise<WfsAnswer> {
  if (!isFeatureById(stored)) throw invalidParameter('STOREDQUERY_ID', `there is no stored query '${stored}'`);
  const given = valueOf(ask, 'id');
  if (given === null) throw missingParameter('id', 'the stored query needs the parameter id');
  const id = readFeatureId(given);
  const one = { ids: [id.id], filter: id.collection === null ? null : filterOfIds([id]) };
  const search = { ...everything, ...one, limit: 1, count: 'none' } as const;
  const { found } = await service.catalog.search(search, caller.visibility);
  if (found.length === 0) throw wfsException('NotFound', 'id', `there is no feature '${given}'`);
  // What else the address says is not the stored query's.
  const kept = ['outputformat', 'srsname', 'propertyname'].flatMap((name) => {
    const value = valueOf(ask, name);
    return value === null ? [] : [[name, value] as const];
  });
  const parameters = new Map([...kept, ['typenames', `${type.prefix}:FinishedFeature`] as const]);
  const query = readFeatureQuery(
    { ...ask, parameters, filter: null, namespaceOf: () => null },
    { type, version, nowMs: 0 },
  );
  const alone = { ...query, count: 1, search: { ...query.search, ...one } };
  return getFeature(service, caller, { type, query: alone, parameters: null, isAlone: true });
}
