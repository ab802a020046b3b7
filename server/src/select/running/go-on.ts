import type { Service } from '../../service.ts';
import { secondMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { SelectionOutcome, Survey } from '../ports.ts';

export type RunningNeeds = Pick<Service, 'selections' | 'surveyor' | 'surveysUnderWay' | 'clock' | 'log'>;

/** Long enough for a renewal to come late, short enough that nobody waits long for what a dead process left behind. */
export const leaseMs = 90 * secondMs;

/** Surveys that kill their process would otherwise be made again without end. */
export const mostAttempts = 3;

/** Says nothing of what went wrong inside. */
export const givenUp: SelectionOutcome = { status: 'FAILED', failure: 'the select could not be finished' };

type Running = { readonly id: string; readonly attempts: number; readonly stop: AbortController };

/** Stores what the survey finds when it is done, for a select that is stored as running. */
export function goOn(service: RunningNeeds, running: Running, survey: Promise<Survey>): void {
  service.surveysUnderWay.add(running.id, running.stop, finishing(service, running, survey));
}

async function finishing(service: RunningNeeds, { id, attempts, stop }: Running, survey: Promise<Survey>) {
  try {
    const outcome = await outcomeOf(service, survey, attempts, stop.signal);
    if (outcome !== null) await service.selections.finish(id, outcome);
  } catch (error) {
    service.log.warn('a select is not stored yet', { id, error: errorText(error) });
  }
}

/** Null leaves it to whoever claims it when its lease has run out. */
async function outcomeOf(
  { log }: Pick<Service, 'log'>,
  survey: Promise<Survey>,
  attempts: number,
  stopped: AbortSignal,
): Promise<SelectionOutcome | null> {
  try {
    return { status: 'SUCCEEDED', survey: await survey };
  } catch (error) {
    if (stopped.aborted) return null;
    const isTransient = error instanceof PlatformError && error.kind === 'unavailable';
    if (isTransient && attempts < mostAttempts) return null;
    if (error instanceof PlatformError && !isTransient) return { status: 'FAILED', failure: error.message };
    log.error('a select failed', { error: errorText(error) });
    return givenUp;
  }
}
