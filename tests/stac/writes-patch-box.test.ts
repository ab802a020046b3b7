import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WriteService, itemPath, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
let home: string;
beforeAll(async () => {
  swath = await startWriteService();
  home = await swath.collection();
});
afterAll(() => swath.stop());

async function patch(body: unknown, type = 'application/merge-patch+json') {
  const headers = { 'content-type': type };
  const answer = await swath.send('PATCH', itemPath(home, 'one'), { raw: JSON.stringify(body), headers });
  expect(answer.status, `answered ${answer.text}`).toBe(200);
}
const stored = async () => (await swath.item(home, 'one'))!.json;

/** Over the antimeridian, not cut there: its box says that it crosses. */
const folded = (east: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [178, 1],
      [east, 1],
      [east, 2],
      [178, 2],
      [178, 1],
    ],
  ],
});

test('200: a geometry that is changed takes its box along, also over the antimeridian', async () => {
  const json = looseItem('one', { geometry: folded(-178), bbox: [178, 1, -178, 2] });
  await swath.send('POST', `/collections/${home}/items`, { json });
  await patch({ geometry: folded(-177) });
  expect((await stored())['bbox']).toEqual([178, 1, -177, 2]);
  await patch({ geometry: { type: 'Point', coordinates: [7, 8] } });
  expect((await stored())['bbox']).toEqual([7, 8, 7, 8]);
  await patch({ geometry: { coordinates: [5, 6] }, bbox: [4, 5, 6, 7] });
  expect((await stored())['bbox']).toEqual([4, 5, 6, 7]);
  const operations = [{ op: 'replace', path: '/geometry', value: null }];
  await patch(operations, 'application/json-patch+json');
  expect(await stored()).not.toHaveProperty('bbox');
});
