import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { refuse } from '../../../catalog/refuse.ts';
import { plainName } from '../../../select/request/member-names.ts';

/** What a parameter of these names, in any spelling, says; an empty one was not given. */
export function idParameter(query: QueryParameters, plainNames: ReadonlySet<string>): string | null {
  const given = Object.entries(query)
    .filter(([name]) => plainNames.has(plainName(name)))
    .flatMap(([, value]) => value ?? [])
    .filter((value) => value !== '');
  const [id = null, ...others] = new Set(given);
  return others.length === 0 ? id : refuse('id', 'must be given once');
}
