import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../server/src/shared/clock.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type Fixture, healthProblems, startFixture } from './support/fixture.ts';
import { fuzz } from './support/fuzz.ts';
import { testSeed } from '../support/seeded-random.ts';

const requests = 4_000;
const clock = movableClock();
let fixture: Fixture;
beforeAll(async () => {
  // Each request names an address of its own, so that the throttle of failed sign-ins does not hide the rest.
  fixture = await startFixture({ SWATH_TRUSTED_PROXIES: '127.0.0.1', SWATH_TOKEN_PATH_ALIASES: '1' }, { clock });
});
afterAll(() => fixture.stop());

it(`${requests} malformed and mutated requests over every route: no fault, every error the error object, all well afterwards`, async () => {
  const seed = testSeed();
  const before = process.memoryUsage().rss;
  const { problems, statuses, routes } = await fuzz(fixture, seed, requests);
  expect(problems).toEqual([]);
  expect(requests / routes).toBeGreaterThan(25);
  for (const status of [200, 400, 401, 403, 404, 405, 415])
    expect(statuses[status], `status ${status}`).toBeGreaterThan(0);
  // Wrong current passwords count against the account; its longest delay is a quarter of an hour.
  clock.advance(16 * minuteMs);
  expect(await healthProblems(fixture), `seed ${seed}`).toEqual([]);
  expect(process.memoryUsage().rss - before, `seed ${seed}`).toBeLessThan(300_000_000);
}, 120_000);
