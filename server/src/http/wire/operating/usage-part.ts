import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { refuse } from '../../../catalog/refuse.ts';
import { type UsagePart, usageParts } from '../../../usage/usage-share.ts';
import { single } from '../parts/single-parameter.ts';

export function readUsagePart(query: QueryParameters): UsagePart {
  const asked = single(query, 'by') ?? 'day';
  return usageParts.find((part) => part === asked) ?? refuse('by', `must be one of ${usageParts.join(', ')}`);
}
