import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../server/src/shared/clock.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type Fixture, healthProblems, startFixture } from '../abuse/support/fixture.ts';
import { fuzz } from '../abuse/support/fuzz.ts';
import { testSeed } from '../support/seeded-random.ts';

const rounds = 20;
const requestsARound = 5_000;
const clock = movableClock();
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ SWATH_TRUSTED_PROXIES: '127.0.0.1', SWATH_TOKEN_PATH_ALIASES: '1' }, { clock });
});
afterAll(() => fixture.stop());

it(`S1: ${rounds * requestsARound} malformed and mutated requests, memory flat`, async () => {
  const seed = testSeed();
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { problems } = await fuzz(fixture, seed + round, requestsARound, 32);
    expect(problems).toEqual([]);
    megabytes.push(Math.round(process.memoryUsage().rss / 1e6));
    console.log(`seed ${seed + round}: ${requestsARound} requests, ${megabytes.at(-1)} MB`);
  }
  // Wrong current passwords count against the account; its longest delay is a quarter of an hour.
  clock.advance(16 * minuteMs);
  expect(await healthProblems(fixture)).toEqual([]);
  expect(megabytes.at(-1)! - megabytes[Math.floor(rounds / 4)]!).toBeLessThan(200);
});
