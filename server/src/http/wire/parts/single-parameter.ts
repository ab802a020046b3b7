import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { refuse } from '../../../catalog/refuse.ts';

/** An empty parameter was not given. */
export function single(query: QueryParameters, name: string): string | null {
  const value = query[name];
  if (value === undefined || value === '') return null;
  return typeof value === 'string' ? value : refuse(name, 'must be given once');
}
