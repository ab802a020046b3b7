import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Patching, patchType, patchingAt } from './patch-fixture.ts';
import { type WriteService, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
let { makeItem, patch, stored } = {} as Patching;
beforeAll(async () => {
  swath = await startWriteService();
  ({ makeItem, patch, stored } = await patchingAt(swath));
});
afterAll(() => swath.stop());

const apply = (id: string, ...operations: readonly object[]) => patch(id, operations, patchType);

describe('PATCH by JSON Patch (RFC 6902)', () => {
  test('200: all six operations, in order', async () => {
    const { id } = await makeItem({ properties: { a: 1, list: [1, 2, 3], 'with/slash': 1, 'with~tilde': 2 } });
    const answer = await apply(
      id,
      { op: 'test', path: '/properties/list', value: [1, 2, 3] },
      { op: 'add', path: '/properties/list/1', value: 1.5 },
      { op: 'add', path: '/properties/list/-', value: { end: true } },
      { op: 'remove', path: '/properties/list/0' },
      { op: 'replace', path: '/properties/a', value: null },
      { op: 'move', from: '/properties/with~1slash', path: '/properties/moved' },
      { op: 'copy', from: '/properties/list', path: '/properties/twin' },
      { op: 'add', path: '/properties/twin/0', value: 'first' },
      { op: 'remove', path: '/properties/with~0tilde' },
      { op: 'test', path: '/properties/list', value: [1.5, 2, 3, { end: true }] },
    );
    expect(answer.status, `answered ${answer.text}`).toBe(200);
    expect((await stored(id))['properties']).toEqual({
      datetime: '2020-06-15T12:00:00Z',
      a: null,
      moved: 1,
      list: [1.5, 2, 3, { end: true }],
      twin: ['first', 1.5, 2, 3, { end: true }],
    });
  });

  test('400: an item does not grow beyond what can be taken out and brought in again, patch by patch', async () => {
    const { id } = await makeItem({ properties: { a: 'x'.repeat(900_000) } });
    const growing = (round: number) =>
      apply(
        id,
        ...Array.from({ length: 8 }, (_, i) => ({
          op: 'copy',
          from: '/properties/a',
          path: `/properties/c${round}_${i}`,
        })),
      );
    for (const round of [0, 1]) expect((await growing(round)).status).toBe(200);
    const before = JSON.stringify(await stored(id)).length;
    const answer = await growing(2);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([
      400,
      expect.stringMatching(/'item' is 2\d{7} bytes long/),
    ]);
    expect(JSON.stringify(await stored(id)).length).toBe(before);
  });

  test('200: what a merge cannot say, a member that is null', async () => {
    const { id } = await makeItem();
    const answer = await apply(
      id,
      { op: 'replace', path: '/geometry', value: null },
      { op: 'replace', path: '/properties/datetime', value: null },
    );
    expect(answer.status, `answered ${answer.text}`).toBe(200);
    expect(await stored(id)).toMatchObject({ geometry: null, properties: { datetime: null } });
  });

  test('200: the whole document can be replaced by another of the same id, and no operation is fine', async () => {
    const { id } = await makeItem();
    expect((await apply(id, { op: 'replace', path: '', value: looseItem(id, { whole: true }) })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ id, whole: true });
    expect((await apply(id)).status).toBe(200);
  });

  test('400 with the index and the member of the operation that is wrong; nothing is changed', async () => {
    const { id } = await makeItem({ properties: { list: [1, 2], text: 'x' } });
    const before = await stored(id);
    const good = { op: 'add', path: '/properties/changed', value: true };
    const cases: [unknown, string][] = [
      ['text', "'patch[1]' must be an object"],
      [{ op: 'increment', path: '/properties/n' }, "'patch[1].op' must be one of"],
      [{ op: 'add', path: '/properties/n' }, "'patch[1].value' is a required property"],
      [{ op: 'add', value: 1 }, "'patch[1].path' must be a JSON Pointer"],
      [{ op: 'add', path: 'properties/n', value: 1 }, "'patch[1].path' must be a JSON Pointer"],
      [{ op: 'add', path: '/properties/a~2', value: 1 }, "'patch[1].path' must be a JSON Pointer"],
      [{ op: 'copy', path: '/properties/n' }, "'patch[1].from' must be a JSON Pointer"],
      [{ op: 'remove', path: '/properties/absent' }, "'patch[1].path' leads nowhere"],
      [{ op: 'replace', path: '/properties/absent', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'remove', path: '/properties/toString' }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/3', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/-1', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/01', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/1e0', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/length', value: 0 }, "'patch[1].path' leads nowhere"],
      [{ op: 'replace', path: '/properties/list/-', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'remove', path: '/properties/list/2' }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/text/0', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/absent/deeper', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'copy', from: '/nowhere', path: '/properties/n' }, "'patch[1].from' leads nowhere"],
      [{ op: 'move', from: '/properties', path: '/properties/inside' }, "'patch[1].path' must not lie within"],
      [{ op: 'remove', path: '' }, "'patch[1].path' must not be the whole document"],
      [{ op: 'add', path: '/__proto__/polluted', value: 1 }, "'patch[1].path' names a member"],
      [{ op: 'replace', path: '', value: 'text' }, "'item' must be an object"],
      [{ op: 'replace', path: '/id', value: 'other' }, "'id' must be the id in the path"],
      [{ op: 'add', path: '/links/9', value: { rel: 'a', href: 'b' } }, "'patch[1].path' leads nowhere"],
    ];
    for (const [operation, message] of cases) {
      const answer = await patch(id, [good, operation], patchType);
      expect([answer.status, answer.json()['code']], `${JSON.stringify(operation)} ${answer.text}`).toEqual([
        400,
        'invalid_parameters',
      ]);
      expect(answer.json()['message']).toContain(message);
    }
    expect((await patch(id, { op: 'add' }, patchType)).json()['message']).toContain("'patch' must be an array");
    expect(await stored(id)).toEqual(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('409 conflict when a test does not hold: what is stored is not what the caller took it for', async () => {
    const { id } = await makeItem({ properties: { n: 1, o: { a: 1, b: [1] } } });
    for (const value of [2, '1', null, [1], {}]) {
      const answer = await apply(id, { op: 'test', path: '/properties/n', value });
      expect([answer.status, answer.json()['code']]).toEqual([409, 'conflict']);
      expect(answer.json()['message']).toContain("'patch[0]'");
    }
    expect((await apply(id, { op: 'test', path: '/properties/absent', value: null })).status).toBe(409);
    expect((await apply(id, { op: 'test', path: '/properties/o', value: { b: [1], a: 1.0 } })).status).toBe(200);
  });

  test('400 for more than 1,000 operations, for copies of copies, for nesting without end', async () => {
    const { id } = await makeItem({ properties: { seed: 'x'.repeat(1_000), a: {} } });
    const before = await stored(id);
    const many = Array.from({ length: 1_001 }, () => ({ op: 'test', path: '/id', value: id }));
    expect((await patch(id, many, patchType)).json()['message']).toContain('at most 1000 operations');
    expect((await patch(id, many.slice(1), patchType)).status).toBe(200);
    const doubling = Array.from({ length: 60 }, (_, i) => ({
      op: 'copy',
      from: '/properties',
      path: `/properties/n${i}`,
    }));
    expect((await patch(id, doubling, patchType)).json()['message']).toMatch(/'patch\[\d+\]' copies or moves too much/);
    const deepening = Array.from({ length: 300 }, (_, i) => [
      { op: 'add', path: '/properties/b', value: {} },
      { op: 'move', from: '/properties/a', path: `/properties/b/${i}` },
      { op: 'move', from: '/properties/b', path: '/properties/a' },
    ]).flat();
    expect((await patch(id, deepening, patchType)).json()['message']).toMatch(/'patch\[\d+\]\.path' nests too deeply/);
    const far = `/properties${'/a'.repeat(200)}`;
    expect((await apply(id, { op: 'add', path: far, value: 1 })).json()['message']).toContain('members deep');
    expect(await stored(id)).toEqual(before);
  });
});
