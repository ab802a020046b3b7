import type { Customer } from '../../orders/placing/place-order.ts';
import { readSelectRequest } from '../../select/read-select.ts';
import { selectImagery } from '../../select/running/select-imagery.ts';
import type { SavedSearch, SearchAction } from '../saved-search.ts';
import { actionArea } from './action-area.ts';

type SelectNeeds = Parameters<typeof selectImagery>[0];

/** Selects among the acquisitions that matched; the id of the select, which may still be running. */
export async function selectMatches(
  service: SelectNeeds,
  customer: Customer,
  { search, name }: Pick<SavedSearch, 'search' | 'name'>,
  { options }: Extract<SearchAction, { kind: 'select' }>,
  acquisitions: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const request = readSelectRequest({ name, ...actionArea(search), ...options, ids: acquisitions });
  return (await selectImagery(service, customer, request, { signal })).id;
}
