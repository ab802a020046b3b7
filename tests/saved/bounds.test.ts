import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  type SavedRecord,
  type SavedService,
  item,
  startSavedService,
  watchUntilDone,
} from './support-saved.ts';

let swath: SavedService;
beforeAll(async () => (swath = await startSavedService()));
afterAll(() => swath.stop());

let made = 0;
const name = (word: string) => `${word}-${++made}`;

test('POST /saved-searches/{id}/test: 429 while the account is at another', async () => {
  const [ada, bob] = [await swath.caller(), await swath.caller()];
  const [mine, theirs] = [await swath.save(ada), await swath.save(bob)];
  const tried = ({ token }: Caller, { id }: SavedRecord) =>
    swath.ask('POST', `/saved-searches/${id}/test`, { token, json: { last: 10_000 } });
  const answers = await Promise.all([
    tried(ada, mine),
    tried(bob, theirs),
    ...[1, 2, 3, 4].map(() => tried(ada, mine)),
  ]);
  expect(answers[1].status).toBe(200);
  const own = answers.filter((_, index) => index !== 1).map(({ status }) => status);
  expect(new Set(own)).toEqual(new Set([200, 429]));
  expect((await tried(ada, mine)).status).toBe(200);
});

test('an account tells others so many times in an hour, then itself alone; the log says so', async () => {
  const ada = await swath.caller();
  const email = Array.from({ length: 19 }, (_, n) => `other-${n}@example.com`);
  const saved: SavedRecord[] = [];
  for (let n = 0; n < 6; n += 1) saved.push(await swath.save(ada, { notify: { email: [ada.email, ...email] } }));
  await swath.bring(item(name('flood')));
  await swath.watch();
  expect((await swath.matches(ada, saved[0]!.id))[0]).toMatchObject({ state: 'gathering' });
  const later = Date.now() + 16 * 60_000;
  await watchUntilDone({ ...swath.service, clock: { nowMs: () => later } });
  const batches = await Promise.all(saved.map(async ({ id }) => (await swath.matches(ada, id))[0]!));
  expect(batches.reduce((sum, { told }) => sum + told.email, 0)).toBe(100 + 6);
  const cut = batches.filter(({ reason }) => reason !== null);
  expect(cut).toHaveLength(1);
  expect(cut[0]!.reason).toMatch(/^not told: too many/);
});
