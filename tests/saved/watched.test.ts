import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/accounts.ts';
import { join } from 'node:path';
import { declaredNow } from '../../server/src/adapters/sqlite/catalog/file/declared-now.ts';
import { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { minuteMs } from '../../server/src/shared/clock.ts';
import { makeCollection, makeItem, square } from '../catalog/contract/fixtures.ts';
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
let aheadMs = 0;
const clock = { nowMs: () => Date.now() + aheadMs };
beforeAll(async () => (swath = await startSavedService({}, { clock })));
afterAll(() => swath.stop());

let made = 0;
const name = (word: string) => `${word}-${++made}`;
const matchedIds = async (caller: Caller, { id }: SavedRecord) =>
  (await swath.matches(caller, id)).flatMap(({ items }) => items.map(({ id: each }) => each));

/** Brings the items and tells which of them the search found. */
async function foundBy(search: object, ...items: readonly Json[]) {
  const ada = await swath.caller();
  const saved = await swath.save(ada, { search });
  await swath.bring(...items);
  await swath.watch();
  return matchedIds(ada, saved);
}

describe('what matches', () => {
  test('an area across the antimeridian, from either side; an item without a geometry is in no area', async () => {
    const [west, east, both, none, away] = ['west', 'east', 'both', 'none', 'away'].map(name) as [string, ...string[]];
    const across = {
      type: 'Polygon',
      coordinates: [
        [
          [178, 0],
          [-178, 0],
          [-178, 2],
          [178, 2],
          [178, 0],
        ],
      ],
    };
    const items = [
      item(west, { geometry: square(175, 0) }),
      item(east!, { geometry: square(-176, 0) }),
      item(both!, { geometry: across, bbox: [178, 0, -178, 2] }),
      item(none!, { geometry: null }),
      item(away!, { geometry: square(0, 0) }),
    ];
    const ada = await swath.caller();
    const byBox = await swath.save(ada, { search: { bbox: [170, -10, -170, 10] } });
    const byEast = await swath.save(ada, { search: { bbox: [-180, -10, -175, 10] } });
    const anywhere = await swath.save(ada);
    await swath.bring(...items);
    await swath.watch();
    expect(await matchedIds(ada, byBox)).toEqual([west, east, both]);
    expect(await matchedIds(ada, byEast)).toEqual([east, both]);
    expect(await matchedIds(ada, anywhere)).toEqual([west, east, both, none, away]);
  });

  test('an area at the pole, a line, and a point on an edge', async () => {
    const [pole, edge] = [name('pole'), name('edge')];
    const items = [item(pole, { geometry: square(20, 89) }), item(edge, { geometry: square(10, 10) })];
    expect(await foundBy({ bbox: [-180, 89.5, 180, 90] }, ...items)).toEqual([pole]);
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 11],
        [30, 11],
      ],
    };
    const again = items.map((each) => ({ ...each, id: name('again') }));
    expect(await foundBy({ intersects: line }, ...again)).toEqual([again[1]!.id]);
  });

  test('a time, ids, a query, and all of them together', async () => {
    const [one, two] = [name('one'), name('two')];
    const items = [
      item(one, { properties: { datetime: '2024-05-01T00:00:00Z', n: 1 } }),
      item(two, {
        properties: {
          datetime: null,
          start_datetime: '2024-01-01T00:00:00Z',
          end_datetime: '2024-12-31T00:00:00Z',
          n: 2,
        },
      }),
    ];
    const ada = await swath.caller();
    const searches = [
      { datetime: '2024-05-01T00:00:00Z/2024-05-02T00:00:00Z' },
      { ids: [two], query: { n: { gte: 2 } }, datetime: '2024-08-01T00:00:00Z' },
      { ids: [two], query: { n: { gte: 3 } } },
    ];
    const saved: SavedRecord[] = [];
    for (const search of searches) saved.push(await swath.save(ada, { search }));
    await swath.bring(...items);
    await swath.watch();
    expect(await Promise.all(saved.map((each) => matchedIds(ada, each)))).toEqual([[one, two], [two], []]);
  });
});

describe('from when on', () => {
  test('what comes while it is paused is never told; after the pause it goes on', async () => {
    const ada = await swath.caller();
    const saved = await swath.save(ada, { paused: true });
    const patch = (json: object) => swath.read('PATCH', `/saved-searches/${saved.id}`, { token: ada.token, json });
    await swath.bring(item(name('paused')));
    await swath.watch();
    await patch({ paused: false });
    const after = name('after');
    await swath.bring(item(after));
    await swath.watch();
    expect(await matchedIds(ada, saved)).toEqual([after]);
    await patch({ paused: true });
    await swath.bring(item(name('again')));
    await swath.watch();
    expect(await matchedIds(ada, saved)).toEqual([after]);
  });

  test('another search counts from the moment it is given', async () => {
    const ada = await swath.caller();
    const saved = await swath.save(ada, { search: { collections: ['b'] } });
    await swath.bring(item(name('before')));
    await swath.read('PATCH', `/saved-searches/${saved.id}`, { token: ada.token, json: { search: {} } });
    const after = name('after');
    await swath.bring(item(after));
    await swath.watch();
    expect(await matchedIds(ada, saved)).toEqual([after]);
  });

  test('an expired search, and one that was deleted, find nothing', async () => {
    const ada = await swath.caller();
    const expires = new Date(clock.nowMs() + minuteMs).toISOString();
    const [expired, gone] = [await swath.save(ada, { expires }), await swath.save(ada)];
    await swath.read('DELETE', `/saved-searches/${gone.id}`, { token: ada.token }, 204);
    aheadMs = minuteMs + 1;
    onTestFinished(() => void (aheadMs = 0));
    await swath.bring(item(name('late')));
    await swath.watch();
    expect(await swath.matches(ada, expired.id)).toEqual([]);
  });
});

describe('grants', () => {
  test('an account is told of the collections that it may see now, and of no others', async () => {
    const eve = await swath.caller({ collections: ['a'] });
    expect(
      (
        await swath.ask('POST', '/saved-searches', {
          token: eve.token,
          json: { name: 'x', search: { collections: ['b'] } },
        })
      ).status,
    ).toBe(400);
    const saved = await swath.save(eve, { notify: { email: true } });
    const [mine, theirs] = [name('mine'), name('theirs')];
    await swath.bring(item(mine), item(theirs, { collection: 'b' }));
    await swath.watch();
    expect(await matchedIds(eve, saved)).toEqual([mine]);
    await swath.changeAccount(eve, { collections: ['b'] });
    const [second, third] = [name('second'), name('third')];
    await swath.bring(item(second), item(third, { collection: 'b' }));
    await swath.watch();
    // What it was once told of is of a collection that it no longer sees.
    expect(await matchedIds(eve, saved)).toEqual([third]);
    expect((await swath.matches(eve, saved.id)).map(({ matched }) => matched)).toEqual([1, 0]);
  });

  test('a key that saves a search gives it no more than the key sees; another key reads no more than it sees', async () => {
    const bob = await swath.caller({ collections: ['a'] });
    const { api_key: key } = await createKey(swath.url, bob.token);
    const byKey = await swath.read<SavedRecord>(
      'POST',
      '/saved-searches',
      { key, json: { name: 'k', search: {} } },
      201,
    );
    await swath.changeAccount(bob, { collections: ['a', 'b'] });
    const byAccount = await swath.save(bob);
    const [one, two] = [name('one'), name('two')];
    await swath.bring(item(one), item(two, { collection: 'b' }));
    await swath.watch();
    expect(await matchedIds(bob, byKey)).toEqual([one]);
    expect(await matchedIds(bob, byAccount)).toEqual([one, two]);
    const seen = await swath.read<{ data: { matched: number; items: unknown[] }[] }>(
      'GET',
      `/saved-searches/${byAccount.id}/matches`,
      { key },
    );
    expect(seen.data).toMatchObject([{ matched: 1, items: [{ id: one }] }]);
    const tried = await swath.read('POST', `/saved-searches/${byAccount.id}/test`, { key, json: { last: 1 } });
    expect(tried).toMatchObject({ looked_at: 1, matched: 1, items: [{ id: one }] });
  });

  test('a deactivated account, and one that may search no more, are told nothing, now or later', async () => {
    const [gone, poor] = [await swath.caller(), await swath.caller()];
    const [ofGone, ofPoor] = [await swath.save(gone, { notify: { email: true } }), await swath.save(poor)];
    await swath.changeAccount(gone, { active: false });
    await swath.changeAccount(poor, { permissions: ['usage'] });
    await swath.bring(item(name('unseen')));
    await swath.watch();
    const log = async ({ id }: SavedRecord) => (await swath.service.savedSearches.batches(id, { limit: 10 })).data;
    expect([await log(ofGone), await log(ofPoor)]).toEqual([[], []]);
  });
});

describe('POST /saved-searches/{id}/test', () => {
  test('200: arrivals of collections that are not granted are neither counted nor take the place of others', async () => {
    await swath.service.catalog.putCollection(makeCollection('granted'), 'upsert', null);
    const eve = await swath.caller({ collections: ['granted'] });
    const seen = [name('seen'), name('seen'), name('seen')];
    for (const id of seen) await swath.bring(item(id, { collection: 'granted' }), item(name('hidden')));
    const saved = await swath.save(eve, { paused: true });
    const tried = (last: number) =>
      swath.read('POST', `/saved-searches/${saved.id}/test`, { token: eve.token, json: { last } });
    expect(await tried(1_000)).toMatchObject({ looked_at: 3, matched: 3 });
    expect(await tried(2)).toMatchObject({ looked_at: 2, matched: 2, items: seen.slice(1).map((id) => ({ id })) });
    expect(await tried(1)).toMatchObject({ looked_at: 1, matched: 1, items: [{ id: seen[2] }] });
  });

  test('200: what of the last arrivals would match; nothing is told or kept', async () => {
    const ada = await swath.caller();
    const [one, two] = [name('one'), name('two')];
    await swath.bring(item(one, { properties: { n: 77 } }), item(name('other')), item(two, { properties: { n: 77 } }));
    const saved = await swath.save(ada, {
      search: { query: { n: { eq: 77 } } },
      notify: { email: true },
      paused: true,
    });
    const tried = (json: unknown) => swath.read('POST', `/saved-searches/${saved.id}/test`, { token: ada.token, json });
    expect(await tried({ last: 3 })).toMatchObject({
      looked_at: 3,
      matched: 2,
      items: [{ id: one }, { id: two }],
      acquisitions: 2,
      order: null,
    });
    expect(await tried({ last: 1 })).toMatchObject({ looked_at: 1, matched: 1 });
    expect(await swath.matches(ada, saved.id)).toEqual([]);
    for (const json of [{ last: 0 }, { last: 10_001 }, { last: '5' }, []])
      expect((await swath.ask('POST', `/saved-searches/${saved.id}/test`, { token: ada.token, json })).status).toBe(
        400,
      );
  });
});

test('what is loaded at once is one notice that counts all and names the first, and is looked at in order', async () => {
  const ada = await swath.caller();
  const saved = await swath.save(ada, { notify: { email: true }, interval_minutes: 60 });
  const items = Array.from({ length: 2_400 }, (_, n) => item(`bulk-${String(n).padStart(5, '0')}`));
  for (let at = 0; at < items.length; at += 800) {
    await swath.bring(...items.slice(at, at + 800));
    await swath.watch();
  }
  expect(await swath.matches(ada, saved.id)).toMatchObject([
    { state: 'gathering', matched: 2_400, told: { email: 0 } },
  ]);
  await watchUntilDone({ ...swath.service, clock: { nowMs: () => Date.now() + 61 * 60_000 } });
  const [batch, ...others] = await swath.matches(ada, saved.id);
  expect(others).toEqual([]);
  expect(batch).toMatchObject({ state: 'settled', matched: 2_400, told: { email: 1 } });
  expect(batch!.items.map(({ id }) => id)).toEqual(items.slice(0, 500).map(({ id }) => id));
});

test('what another process brings in is seen', async () => {
  const ada = await swath.caller();
  const saved = await swath.save(ada);
  const beside = await openSqliteCatalog(join(swath.dataFolder, 'catalog.db'), {
    declared: declaredNow(join(swath.dataFolder, 'catalog.db'))!,
    readers: 1,
  });
  const id = name('beside');
  await beside.catalog.putItems([{ item: makeItem(id), ifMatch: null }], 'insert');
  await beside.close();
  await swath.watch();
  expect(await matchedIds(ada, saved)).toEqual([id]);
});
