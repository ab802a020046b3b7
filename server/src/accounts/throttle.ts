import { minuteMs, secondMs } from '../shared/clock.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { networkOf } from '../shared/network.ts';
import type { AuditEntry } from './audit.ts';
import type { ThrottleState } from './ports.ts';
import { accountSubject } from './throttle-subject.ts';

const freeFailures = 10;
const mostDelayMs = 15 * minuteMs;
/** By which clocks of several nodes may differ. */
const mostSkewMs = minuteMs;
export const forgetFailuresAfterMs = 60 * minuteMs;

/** From the 10th failure on: 1 s, doubling with each further one up to 15 minutes; never a permanent lock. */
export function delayMs(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(mostDelayMs, secondMs * 2 ** (failures - freeFailures));
}

type Needs = Pick<Service, 'throttle' | 'clock' | 'vault'>;
export type Attempt = { readonly username: string; readonly address: string };

/** Account and address are counted apart; both as keyed hashes, so that the table tells nobody who tried. */
function subjects(service: Needs, { username, address }: Attempt): readonly [string, string] {
  const network = service.vault.digest('throttle', `address ${networkOf(address)}`).toString('base64url');
  return [accountSubject(service, username), network];
}

/** Refuses before the costly part, the same for known and unknown accounts; else says how often the account failed. */
export async function requireNotThrottled(service: Needs, attempt: Attempt): Promise<{ readonly failures: number }> {
  const nowMs = service.clock.nowMs();
  const states = await service.throttle.read(subjects(service, attempt));
  const longest = Math.max(0, ...states.map((state) => waitMs(state, nowMs)));
  if (longest > 0) {
    const retryAfterSeconds = Math.ceil(longest / secondMs);
    throw new PlatformError('rate_limited', { reason: 'Too many failed sign-ins', retryAfterSeconds });
  }
  return states[0]!;
}

function waitMs({ failures, lastFailureMs }: ThrottleState, nowMs: number): number {
  const sinceMs = nowMs - lastFailureMs;
  // A clock that was set back leaves failures in the future: nobody waits for it to get there again.
  const isPast = sinceMs > forgetFailuresAfterMs || sinceMs < -mostSkewMs;
  return isPast ? 0 : delayMs(failures) - sinceMs;
}

/** An account that waits by itself makes nobody else wait: a program with an old password would lock its office out. */
export async function recordFailure(
  service: Needs,
  attempt: Attempt,
  failuresBefore: number,
  audit: AuditEntry | null,
): Promise<void> {
  const [account, address] = subjects(service, attempt);
  const counted = failuresBefore < freeFailures ? [account, address] : [account];
  await service.throttle.fail(counted, service.clock.nowMs(), forgetFailuresAfterMs, audit);
}

/** Of the address those of this account alone are forgiven: who has one could guess at others' without end. */
export const recordSuccess = (service: Needs, attempt: Attempt): Promise<void> =>
  service.throttle.forgive(...subjects(service, attempt), freeFailures);
