import { expect, test } from 'vitest';
import type { Principal } from '../../server/src/accounts/principal.ts';
import { createRequestCounter } from '../../server/src/usage/count-requests.ts';
import type { RequestCount } from '../../server/src/usage/ports.ts';
import { capturedLog } from '../support/captured-log.ts';
import { movableClock } from '../support/movable-clock.ts';

const day = 86_400_000;

const caller = (account: string, keyId?: string) =>
  ({
    account: { id: account },
    organization: { id: 'o' },
    credential: keyId ? { kind: 'key', keyId } : { kind: 'bearer' },
  }) as unknown as Principal;

const nobody = () => Promise.reject(new Error('asked'));

function counter(countRequests: (counts: readonly RequestCount[]) => Promise<void>) {
  const clock = movableClock(Date.UTC(2026, 4, 1, 23, 59));
  const log = capturedLog();
  const usageLog = {
    ofOrganization: nobody,
    ofAccount: nobody,
    countedOfOrganization: nobody,
    parts: nobody,
    countRequests,
  };
  return { clock, log, counts: createRequestCounter({ usageLog, clock, log }, day) };
}

test('adds up by account, key and day, and stores each once', async () => {
  const stored: RequestCount[] = [];
  const { clock, counts } = counter(async (taken) => void stored.push(...taken));
  counts.note(caller('a'));
  counts.note(caller('a'));
  counts.note(caller('a', 'k'));
  clock.advance(2 * 60_000);
  counts.note(caller('a', 'k'));
  await counts.stop();
  await counts.flush();
  const first = Math.floor(Date.UTC(2026, 4, 1) / day);
  expect(stored).toEqual([
    { organizationId: 'o', accountId: 'a', keyId: null, day: first, requests: 2 },
    { organizationId: 'o', accountId: 'a', keyId: 'k', day: first, requests: 1 },
    { organizationId: 'o', accountId: 'a', keyId: 'k', day: first + 1, requests: 1 },
  ]);
});

test('what could not be stored is stored the next time, with what came since', async () => {
  const stored: RequestCount[] = [];
  let isDown = true;
  const { counts, log } = counter(async (taken) => {
    if (isDown) throw new Error('down');
    stored.push(...taken);
  });
  counts.note(caller('a'));
  await counts.flush();
  expect(log.lines).toHaveLength(1);
  counts.note(caller('a'));
  isDown = false;
  await counts.stop();
  expect(stored).toMatchObject([{ requests: 2 }]);
});
