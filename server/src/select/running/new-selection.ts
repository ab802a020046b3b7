import type { Principal } from '../../accounts/principal.ts';
import { type Visibility, visibilityOfGrants } from '../../catalog/visibility.ts';
import type { Service } from '../../service.ts';
import { dayMs } from '../../shared/clock.ts';
import { newLongId } from '../../shared/long-id.ts';
import type { SurveyJob } from '../ports.ts';
import type { SelectRequest, Selection } from '../selection.ts';

export function newSelection(
  { clock, config }: Pick<Service, 'clock' | 'config'>,
  { account, collections }: Pick<Principal, 'account' | 'collections'>,
  request: SelectRequest,
): Selection {
  const createdAtMs = clock.nowMs();
  return {
    id: newLongId(),
    accountId: account.id,
    status: 'RUNNING',
    createdAtMs,
    expiresAtMs: createdAtMs + config.SWATH_SELECT_DAYS * dayMs,
    grants: collections,
    request,
    summary: null,
    failure: null,
  };
}

/** What the caller saw when it was made, now as later. */
export const visibilityOf = ({ grants }: Pick<Selection, 'grants'>): Visibility => visibilityOfGrants(grants);

/** The same whenever it is surveyed: `now` is when it was asked for. */
export const jobOf = (selection: Selection): SurveyJob => ({
  request: selection.request,
  visibility: visibilityOf(selection),
  nowMs: selection.createdAtMs,
  owner: selection.accountId,
});
