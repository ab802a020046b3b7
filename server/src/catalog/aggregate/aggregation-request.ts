import { type SearchOptions, pageMembers, readSearchBody } from '../languages/search-parameters.ts';
import { type QueryParameters, membersOfQuery } from '../languages/search-query.ts';
import { type JsonObject, asTexts, isObject, refuse } from '../refuse.ts';
import type { SearchRequest } from '../search-request.ts';

/** What was asked for by name; what the names mean depends on the data. */
export type AggregationRequest = {
  readonly search: SearchRequest;
  readonly names: readonly string[];
  /** Members such as `datetime_frequency_interval`. */
  readonly details: JsonObject;
};

const mostNames = 50;

const detail = /_frequency_(?:precision|interval)$/;

/** By GET; it can say whatever a POST can. */
export const readAggregationQuery = (query: QueryParameters, isStrict = false): AggregationRequest => {
  const { aggregations, ...others } = query;
  return readAggregationBody(
    { ...membersOfQuery(withoutPages(others)), aggregations: [aggregations ?? []].flat() },
    isStrict,
  );
};

/** By POST; `isStrict` refuses members that say nothing. */
export function readAggregationBody(body: unknown, isStrict = false): AggregationRequest {
  if (!isObject(body)) return refuse('body', 'must be an object');
  const details = Object.fromEntries(Object.entries(body).filter(([name]) => detail.test(name)));
  const options: SearchOptions = isStrict ? { alsoAllowed: new Set(['aggregations', ...Object.keys(details)]) } : {};
  return { search: readSearchBody(withoutPages(body), options), names: readNames(body['aggregations']), details };
}

const withoutPages = <T>(given: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !pageMembers.includes(name)));

function readNames(value: unknown): readonly string[] {
  const texts = typeof value === 'string' ? [value] : asTexts(value ?? [], 'aggregations');
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  const unique = [...new Set(names.filter((name) => name !== ''))];
  if (unique.length === 0) refuse('aggregations', "must name at least one; 'aggregations' links list them");
  if (unique.length > mostNames) refuse('aggregations', `must have at most ${mostNames} elements`);
  return unique;
}
