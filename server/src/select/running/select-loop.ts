import { secondMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import { type RunningNeeds, givenUp, goOn, leaseMs, mostAttempts } from './go-on.ts';
import { jobOf } from './new-selection.ts';

export type SelectLoop = {
  /** Renews the leases of what runs here and takes over what nobody runs any more. */
  turn(): Promise<void>;
  /** Stops what runs here and gives it back, so that another process can take it over at once. */
  stop(): Promise<void>;
};

export type SelectLoopOptions = {
  readonly intervalMs?: number;
  /** No other process is on this store: what runs there at the start runs nowhere, whatever its lease says. */
  readonly isAlone?: boolean;
};

/** At a start; fewer than may wait for a survey. */
const mostTakenOver = 200;

/** A turn at once and then every `intervalMs`, one at a time. */
export function startSelectLoop(
  service: RunningNeeds,
  { intervalMs = 30 * secondMs, isAlone = false }: SelectLoopOptions = {},
): SelectLoop {
  let isStopped = false;
  let running = isAlone ? attempt(service, () => takeOverAll(service)) : Promise.resolve();
  const turn = () => (running = running.then(() => (isStopped ? undefined : oneTurn(service))));
  const timer = setInterval(() => void turn(), intervalMs).unref();
  void turn();
  return {
    turn,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
      const undone = await service.surveysUnderWay.stop();
      await attempt(service, () => service.selections.giveBack(undone, service.clock.nowMs()));
    },
  };
}

async function oneTurn(service: RunningNeeds): Promise<void> {
  const { selections, surveysUnderWay, clock } = service;
  await attempt(service, () => selections.extendLease(surveysUnderWay.ids(), clock.nowMs() + leaseMs));
  await attempt(service, () => takeOver(service));
}

async function takeOverAll(service: RunningNeeds): Promise<void> {
  for (let taken = 0; taken < mostTakenOver;) {
    const more = await takeOver(service, leaseMs);
    if (more === 0) return;
    taken += more;
  }
}

/** Some of those whose lease has run out, or will within `aheadMs`; how many. */
async function takeOver(service: RunningNeeds, aheadMs = 0): Promise<number> {
  const { selections, surveyor, surveysUnderWay, clock, log } = service;
  const nowMs = clock.nowMs();
  // What is leased here is not found again by the next look ahead.
  const claimed = await selections.claimLost(nowMs + aheadMs, nowMs + aheadMs + leaseMs);
  for (const { selection, attempts } of claimed) {
    const { id } = selection;
    // Its lease came too late, but it is surveyed here all the same.
    if (surveysUnderWay.ids().includes(id)) continue;
    if (attempts > mostAttempts) {
      log.error('a select is given up', { id, attempts: attempts - 1 });
      await selections.finish(id, givenUp);
      continue;
    }
    log.warn('a select is surveyed again', { id, attempts });
    const stop = new AbortController();
    goOn(service, { id, attempts, stop }, surveyor.survey(jobOf(selection), stop.signal));
  }
  return claimed.length;
}

/** The store may be out of reach for a while; the next turn tries again. */
async function attempt({ log }: Pick<RunningNeeds, 'log'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn('selects are not looked after', { error: errorText(error) });
  }
}
