import type { Principal } from '../../accounts/principal.ts';
import type { Service } from '../../service.ts';
import { secondMs } from '../../shared/clock.ts';
import { requireShortText } from '../../shared/text-length.ts';
import type { Survey } from '../ports.ts';
import type { SelectRequest, Selection } from '../selection.ts';
import { requireAllowedArea } from './allowed-area.ts';
import { type RunningNeeds, goOn, leaseMs } from './go-on.ts';
import { jobOf, newSelection } from './new-selection.ts';

/** Lists show it. */
const mostNameLength = 200;

export type SelectOptions = {
  /** Fires when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};

/** The select with what it found, or, where that takes longer, as one that is to be asked for again. */
export async function selectImagery(
  service: RunningNeeds & Pick<Service, 'config'>,
  principal: Pick<Principal, 'account' | 'collections'>,
  request: SelectRequest,
  { signal }: SelectOptions = {},
): Promise<Selection> {
  requireShortText('name', request.name, mostNameLength);
  requireAllowedArea(service, request);
  const selection = newSelection(service, principal, request);
  const stop = new AbortController();
  const callerGone = () => stop.abort();
  signal?.addEventListener('abort', callerGone, { once: true });
  try {
    const survey = service.surveyor.survey(jobOf(selection), stop.signal);
    const inTime = await within(survey, service.config.SWATH_SELECT_WAIT * secondMs);
    // From here on it is stored: the caller's leaving changes nothing.
    signal?.removeEventListener('abort', callerGone);
    if (inTime === null) return await comeBack(service, selection, survey, stop);
    await service.selections.create(selection, { status: 'SUCCEEDED', survey: inTime }, null);
    return { ...selection, status: 'SUCCEEDED', summary: inTime.summary };
  } finally {
    signal?.removeEventListener('abort', callerGone);
  }
}

/** Null where it takes longer. */
async function within(survey: Promise<Survey>, ms: number): Promise<Survey | null> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  try {
    return await Promise.race([survey, over]);
  } finally {
    clearTimeout(timer);
  }
}

async function comeBack(
  service: RunningNeeds,
  selection: Selection,
  survey: Promise<Survey>,
  stop: AbortController,
): Promise<Selection> {
  // It may fail while the row is being written, before anyone else listens.
  survey.catch(() => undefined);
  try {
    await service.selections.create(selection, null, service.clock.nowMs() + leaseMs);
  } catch (error) {
    stop.abort();
    throw error;
  }
  goOn(service, { id: selection.id, attempts: 1, stop }, survey);
  return selection;
}
