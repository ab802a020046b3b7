import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeItem } from '../catalog/contract/fixtures.ts';
import { createKey } from '../support/accounts.ts';
import {
  type Caller,
  type Json,
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
const matchedIds = async (caller: Caller, { id }: SavedRecord) =>
  (await swath.matches(caller, id)).flatMap(({ items }) => items.map(({ id: each }) => each));

test('a key that changes who is told gives them no more than the key sees', async () => {
  const bob = await swath.caller({ collections: ['a'] });
  const { api_key: key } = await createKey(swath.url, bob.token);
  await swath.changeAccount(bob, { collections: ['a', 'b'] });
  const [renamed, redirected] = [await swath.save(bob), await swath.save(bob)];
  const patch = ({ id }: SavedRecord, json: Json) => swath.read('PATCH', `/saved-searches/${id}`, { key, json });
  await patch(renamed, { name: 'Other' });
  await patch(redirected, { notify: { webhook: 'https://127.0.0.1:9/' } });
  const [one, two] = [name('one'), name('two')];
  await swath.bring(item(one), item(two, { collection: 'b' }));
  await swath.watch();
  expect(await matchedIds(bob, renamed)).toEqual([one, two]);
  expect(await matchedIds(bob, redirected)).toEqual([one]);
});

test.each(['deleted', 'expired'])('once its key is %s, a search is paused and tells its account alone', async (end) => {
  const bob = await swath.caller();
  const { api_key: key, id: keyId } = await createKey(swath.url, bob.token);
  const notify = { email: true, webhook: 'https://127.0.0.1:9/' };
  const json = { name: 'k', search: {}, notify, action: { select: {} } };
  const save = () => swath.read<SavedRecord>('POST', '/saved-searches', { key, json }, 201);
  const [saved, taken] = [await save(), await save()];
  // The account itself answers for this one.
  await swath.read('PATCH', `/saved-searches/${taken.id}`, { token: bob.token, json: { notify } });
  let { service } = swath;
  if (end === 'deleted') await swath.ask('DELETE', `/api-key/api/v2/api-key/id/${keyId}`, { token: bob.token });
  else service = { ...service, clock: { nowMs: () => Date.now() + 181 * 86_400_000 } };
  const late = name('late');
  await service.catalog.putItems([{ item: makeItem(late), ifMatch: null }], 'insert');
  await watchUntilDone(service);
  const [batch] = await swath.matches(bob, saved.id);
  expect(batch).toMatchObject({ matched: 1, select_id: null, told: { email: 1, webhook: 0 } });
  expect(batch!.reason).toContain('paused: the API key');
  const read = ({ id }: SavedRecord) => swath.read('GET', `/saved-searches/${id}`, { token: bob.token });
  expect([(await read(saved))['paused'], (await read(taken))['paused']]).toEqual([true, false]);
  expect((await swath.matches(bob, taken.id))[0]).toMatchObject({ told: { email: 1, webhook: 1 } });
  // Its account lets it go on, in its own name.
  await swath.read('PATCH', `/saved-searches/${saved.id}`, { token: bob.token, json: { paused: false } });
  await swath.bring(item(name('again')));
  await watchUntilDone(service);
  expect((await swath.matches(bob, saved.id))[0]).toMatchObject({ told: { email: 1, webhook: 1 } });
});
