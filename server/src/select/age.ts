import { dayMs } from '../shared/clock.ts';
import type { AgeClass } from '../usage/usage.ts';

const freshDays = 90;
const standardYears = 3;

/** How old imagery is: fresh to 90 days, standard to 3 years, training beyond. Days count whole, in UTC. */
export function ageClassifier(nowMs: number): (takenMs: number) => AgeClass {
  const today = dayOf(nowMs);
  const oldest = new Date(nowMs);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - standardYears);
  const oldestStandard = dayOf(oldest.getTime());
  return (takenMs) => {
    const day = dayOf(takenMs);
    if (today - day <= freshDays) return 'fresh';
    return day >= oldestStandard ? 'standard' : 'training';
  };
}

const dayOf = (ms: number): number => Math.floor(ms / dayMs);
