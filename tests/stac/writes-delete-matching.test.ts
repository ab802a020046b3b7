import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { startVariant } from '../support/start-variant.ts';
import { square } from '../catalog/contract/fixtures.ts';
import { type WriteService, featureCollection, looseItem, startWriteService, writerOf } from './writes-fixture.ts';

let swath: WriteService;
beforeAll(async () => {
  swath = await startWriteService();
});
afterAll(() => swath.stop());

const item = (id: string, west: number, year: number, cloud: number) =>
  looseItem(id, {
    geometry: square(west, 10),
    properties: { datetime: `${year}-06-01T00:00:00Z`, 'eo:cloud_cover': cloud },
  });

/** Four items that differ in place, time and cloud cover. */
async function makeHome(): Promise<string> {
  const home = await swath.collection();
  const features = [item('a', 10, 2018, 5), item('b', 20, 2019, 50), item('c', 30, 2020, 95), item('d', 40, 2021, 100)];
  await swath.send('POST', `/collections/${home}/items`, { json: featureCollection(features) });
  return home;
}

const removeWhere = (home: string, query: Readonly<Record<string, string>>) =>
  swath.send('DELETE', `/collections/${home}/items?${new URLSearchParams(query).toString()}`);

async function left(home: string): Promise<readonly string[]> {
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (id) => ((await swath.item(home, id)) === null ? [] : [id])),
  );
  return ids.flat();
}

describe('DELETE /collections/{id}/items with conditions', () => {
  test('400: blanks around an id, which a search leaves out; nothing goes', async () => {
    const home = await makeHome();
    await swath.send('POST', `/collections/${home}/items`, { json: looseItem(' a') });
    for (const ids of [' a', 'a ', 'b, a']) {
      const answer = await removeWhere(home, { ids });
      expect([answer.status, answer.text], `ids=${ids}`).toEqual([
        400,
        expect.stringContaining("'ids' must have no blanks"),
      ]);
    }
    expect(await left(home)).toEqual(['a', 'b', 'c', 'd']);
    expect(await swath.item(home, ' a')).not.toBeNull();
  });

  test.each(['if-match', 'if-none-match'])('400: %s, which is for one document; nothing goes', async (name) => {
    const home = await makeHome();
    for (const query of ['ids=a', 'all=true'])
      for (const value of ['"x"', '*']) {
        const path = `/collections/${home}/items?${query}`;
        const answer = await swath.send('DELETE', path, { headers: { [name]: value } });
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('is for one document')]);
      }
    expect(await left(home)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('the document names every parameter that is understood, and no other', async () => {
    type Operation = { readonly parameters: readonly { readonly name: string; readonly in: string }[] };
    const { paths } = (await swath.send('GET', '/openapi.json')).json<{
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    }>();
    const named = ({ parameters }: Operation) =>
      parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
    const ofPath = paths['/collections/{id}/items']!;
    const understood: string[] = [];
    for (const name of new Set([...named(ofPath['get']!), ...named(ofPath['delete']!)])) {
      const { text } = await removeWhere('none', { [name]: '' });
      if (!text.includes('is not a parameter')) understood.push(name);
    }
    expect(named(ofPath['delete']!).toSorted()).toEqual(understood.toSorted());
  });

  test.each([
    [{ filter: '"eo:cloud_cover" > 90' }, ['a', 'b']],
    [{ filter: '{"op":"=","args":[{"property":"eo:cloud_cover"},50]}', 'filter-lang': 'cql2-json' }, ['a', 'c', 'd']],
    [{ bbox: '9,9,21.5,12' }, ['c', 'd']],
    [{ datetime: '2020-01-01T00:00:00Z/..' }, ['a', 'b']],
    [{ ids: 'a,d,none' }, ['b', 'c']],
    [{ intersects: JSON.stringify(square(29, 9, 2)) }, ['a', 'b', 'd']],
    [
      { ids: 'a,b,c', filter: '"eo:cloud_cover" >= 50', datetime: '2019-01-01T00:00:00Z/2019-12-31T00:00:00Z' },
      ['a', 'c', 'd'],
    ],
    [{ filter: 'absent = 1' }, ['a', 'b', 'c', 'd']],
    [{ all: 'true' }, []],
  ] as [Record<string, string>, string[]][])('200 %j', async (query, expected) => {
    const home = await makeHome();
    const other = await makeHome();
    const answer = await removeWhere(home, query);
    expect([answer.status, answer.json()]).toEqual([200, { deleted: 4 - expected.length }]);
    expect(await left(home)).toEqual(expected);
    expect(await left(other)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('200 again deletes nothing', async () => {
    const home = await makeHome();
    expect((await removeWhere(home, { ids: 'a' })).json()).toEqual({ deleted: 1 });
    expect((await removeWhere(home, { ids: 'a' })).json()).toEqual({ deleted: 0 });
  });

  test('400 and nothing is deleted: no condition, an empty one, an unknown one, one that would be ignored', async () => {
    const home = await makeHome();
    const cases: [string, string][] = [
      ['', "'filter' or"],
      ['?', "'filter' or"],
      ['?all=false', "'filter' or"],
      ['?all=yes', "'all' must be"],
      ['?all=true&ids=a', "'all' cannot be used with a condition"],
      ['?filter=', "'filter' must not be empty"],
      ['?ids=&datetime=2020-06-01T00:00:00Z', "'ids' must not be empty"],
      ['?ids=,&datetime=2020-06-01T00:00:00Z', "'ids' must not be empty"],
      ['?filter-lang=cql2-text', "'filter' or"],
      ['?query={}', "'query' is not a parameter"],
      ['?datetime=../..', 'datetime'],
      ['?flter=x', "'flter' is not a parameter"],
      ['?ids=a&limit=1', "'limit' is not a parameter"],
      ['?ids=a&token=x', "'token' is not a parameter"],
      ['?ids=a&collections=other', "'collections' is not a parameter"],
      ['?ids=a&sortby=id', "'sortby' is not a parameter"],
      ['?ids=a&__proto__=x', "'__proto__' is not a parameter"],
      ['?filter=a%20=%20', 'filter'],
      ['?filter=a%20=%201&filter=b%20=%202', "'filter'"],
      ['?bbox=1,2,3', 'bbox'],
      ['?datetime=2020', 'datetime'],
      ['?bbox=1,2,3,4&intersects={}', "'intersects'"],
    ];
    for (const [query, message] of cases) {
      const answer = await swath.send('DELETE', `/collections/${home}/items${query}`);
      expect([answer.status, answer.json()['message']], `with ${query}`).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    expect(await left(home)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('404 for a collection that does not exist', async () => {
    expect((await removeWhere('nowhere', { all: 'true' })).status).toBe(404);
  });

  test('2,500 items go in pages, counted', async () => {
    const home = await swath.collection();
    const features = Array.from({ length: 2_500 }, (_, i) =>
      looseItem(`item-${i}`, { geometry: null, properties: { n: i } }),
    );
    await swath.send('POST', `/collections/${home}/items`, { json: featureCollection(features) });
    expect((await removeWhere(home, { filter: 'n >= 100' })).json()).toEqual({ deleted: 2_400 });
    expect((await swath.service.catalog.statistics([home], 'all'))[0]!.items).toBe(100);
  });

  test('401 after the page under way once its account is deactivated: what is left stays', async () => {
    const home = await swath.collection();
    const features = Array.from({ length: 2_500 }, (_, i) => looseItem(`item-${i}`, { geometry: null }));
    await swath.send('POST', `/collections/${home}/items`, { json: featureCollection(features) });
    const { account, token } = await writerOf(swath, ['catalog:write']);
    const { catalog } = swath.service;
    const deleteItems: typeof catalog.deleteItems = async (keys) => {
      await changeAccount(swath.url, swath.token, account.id, { active: false });
      // Credentials are looked up once a second.
      await setTimeout(1_100);
      return catalog.deleteItems(keys);
    };
    const variant = await startVariant(swath.service, { catalog: { ...catalog, deleteItems } });
    const answer = await call(variant.url, 'DELETE', `/collections/${home}/items?all=true`, { token });
    await variant.stop();
    expect(answer.status).toBe(401);
    expect((await catalog.statistics([home], 'all'))[0]!.items).toBe(1_500);
  });

  test('a caller who goes away stops it after the page under way; the audit says how many are gone', async () => {
    const home = await swath.collection();
    const features = Array.from({ length: 3_500 }, (_, i) => looseItem(`item-${i}`, { geometry: null }));
    await swath.send('POST', `/collections/${home}/items`, { json: featureCollection(features) });
    const { catalog } = swath.service;
    const caller = new AbortController();
    const deleteItems: typeof catalog.deleteItems = async (keys) => {
      const deleted = await catalog.deleteItems(keys);
      caller.abort();
      // Turns of the loop, in which the service hears of it: a pause of the machine has but one.
      for (let turn = 0; turn < 20; turn++) await setTimeout(5);
      return deleted;
    };
    const variant = await startVariant(swath.service, { catalog: { ...catalog, deleteItems } });
    const headers = { authorization: `Bearer ${swath.token}` };
    const options = { method: 'DELETE', headers, signal: caller.signal };
    await expect(fetch(`${variant.url}/collections/${home}/items?all=true`, options)).rejects.toThrow('abort');
    await variant.stop();
    const recorded = async () => {
      const { data } = (await swath.send('GET', `/admin/audit?target=${home}`)).json<{ data: { detail: object }[] }>();
      return data[0]!.detail;
    };
    await expect.poll(recorded).toEqual({ deleted: 1_000, all: 'true' });
    expect((await catalog.statistics([home], 'all'))[0]!.items).toBe(2_500);
  });
});
