import { expect, it, onTestFinished } from 'vitest';
import { call, signIn } from '../abuse/support/call.ts';
import { startFixture } from '../abuse/support/fixture.ts';
import { movableClock } from '../support/movable-clock.ts';

const families = 25;
const tabs = 200;

it(`S10: ${families} families of ${tabs} tabs refresh at once; replay after the grace ends exactly those replayed`, async () => {
  const clock = movableClock();
  const fixture = await startFixture({}, { clock });
  onTestFinished(() => fixture.stop());
  const { url, member } = fixture;
  const refresh = (token: string) =>
    call(url, '/authenticate', { method: 'POST', body: { grant_type: 'refresh_token', refresh_token: token } });
  const signedIn = [];
  for (let family = 0; family < families; family++) signedIn.push(await signIn(url, member.email, member.password));
  const answers = await Promise.all(
    signedIn.map((each) => Promise.all(Array.from({ length: tabs }, () => refresh(each.refresh)))),
  );
  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
  const successors = answers.map(
    (family) => new Set(family.map(({ json }) => (json as { refresh_token: string }).refresh_token)),
  );
  expect(successors.map(({ size }) => size)).toEqual(signedIn.map(() => 1));
  clock.advance(60_001);
  const replayed = signedIn.filter((_, at) => at % 2 === 0);
  const replays = await Promise.all(replayed.map(({ refresh: token }) => refresh(token)));
  expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([401]));
  const alive = await Promise.all(
    signedIn.map(async ({ bearer }) => (await call(url, '/auth/self', { bearer })).status),
  );
  expect(alive).toEqual(signedIn.map((_, at) => (at % 2 === 0 ? 401 : 200)));
  console.log({ families, refreshes: families * tabs });
});
