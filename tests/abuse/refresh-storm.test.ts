import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../server/src/shared/clock.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type Answer, call, signIn } from './support/call.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

const clock = movableClock();
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({}, { clock });
});
afterAll(() => fixture.stop());

const refresh = (token: string): Promise<Answer> =>
  call(fixture.url, '/authenticate', { method: 'POST', body: { grant_type: 'refresh_token', refresh_token: token } });
const tokensOf = (answer: Answer) => answer.json as { access_token: string; refresh_token: string };
const statusOf = async (bearer: string) => (await call(fixture.url, '/auth/self', { bearer })).status;

it('200 refreshes at once with one token all succeed, with the same successor; replay after the grace ends exactly that family', async () => {
  const { email, password } = fixture.member;
  const [family, other] = [await signIn(fixture.url, email, password), await signIn(fixture.url, email, password)];

  const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(family.refresh)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => tokensOf(answer).refresh_token)).size).toBe(1);
  const bearers = answers.map((answer) => tokensOf(answer).access_token);
  expect(new Set(bearers).size).toBe(200);
  expect(new Set(await Promise.all(bearers.map(statusOf)))).toEqual(new Set([200]));

  clock.advance(minuteMs);
  expect((await refresh(family.refresh)).status).toBe(200);
  clock.advance(1);
  const replays = await Promise.all(Array.from({ length: 20 }, () => refresh(family.refresh)));
  expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(await Promise.all([family.bearer, ...bearers].map(statusOf)))).toEqual(new Set([401]));
  expect((await refresh(tokensOf(answers[0]!).refresh_token)).status).toBe(401);

  expect(await statusOf(other.bearer)).toBe(200);
  expect((await refresh(other.refresh)).status).toBe(200);
  expect((await call(fixture.url, '/auth/self', { key: fixture.key.api_key })).status).toBe(200);
});
