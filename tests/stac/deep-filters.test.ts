import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Archive, makeItem, startArchive } from './archive.ts';

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([makeItem('1', { properties: { n: 1 } })]);
});
afterAll(() => archive.stop());

const nested = (levels: number) => {
  let filter: unknown = { op: '=', args: [{ property: 'n' }, 1] };
  for (let level = 1; level < levels; level++) filter = { op: 'not', args: [filter] };
  return filter;
};

const both = async (levels: number) => [
  await archive.post({ filter: nested(levels) }),
  await archive.get(`/search?filter=${encodeURIComponent(JSON.stringify(nested(levels)))}`),
];

describe('a filter of many levels', () => {
  test('200 up to 127 as JSON, by GET and POST, as it is as text', async () => {
    for (const answer of await both(127)) expect([answer.status, answer.json()['numberReturned']]).toEqual([200, 1]);
  });

  test('400 beyond 128, in the words of the filter', async () => {
    for (const answer of await both(140))
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('nested more than 128 levels deep')]);
  });
});
