import { describe, expect, test } from 'vitest';
import { type Answer, call } from '../support/call.ts';
import { makeItem, startArchive } from './archive.ts';

type Aggregation = {
  readonly name: string;
  readonly data_type: string;
  readonly value?: unknown;
  readonly overflow?: number;
  readonly buckets?: readonly Record<string, unknown>[];
};
const inAnswer = (answer: Answer) => answer.json<{ readonly aggregations: readonly Aggregation[] }>().aggregations;

type Told = readonly [kind: string, ...buckets: (readonly [unknown, unknown])[]];
const told = ({ data_type: kind, buckets }: Aggregation): Told => [
  kind,
  ...buckets!.map(({ key, frequency }) => [key, frequency] as const),
];

describe('a property that has texts and numbers, 200', () => {
  test('is counted as what there is more of, and the list says so; a stray value hides nothing, nor when it is gone', async () => {
    const values = ['s2a', 's2b', 's2b', 5];
    const mixed = await startArchive([
      ...values.map((platform, n) => makeItem(`${n}`, { properties: { platform, gsd: n === 0 ? 'unknown' : n } })),
      makeItem('numbers', { collection: 'b', properties: { platform: 7 } }),
    ]);
    try {
      const both = async (path: string) =>
        inAnswer(await mixed.get(`${path}?aggregations=platform_frequency,gsd_frequency&gsd_frequency_interval=1`));
      const texts = [
        ['s2b', 2],
        ['5', 1],
        ['s2a', 1],
      ];
      const [platforms, gsds] = await both('/collections/a/aggregate');
      expect(told(platforms!)).toEqual(['string', ...texts]);
      expect(gsds!.buckets!.map(({ from, frequency }) => [from, frequency])).toEqual(
        [1, 2, 3].map((from) => [from, 1]),
      );
      const list = inAnswer(await mixed.get('/collections/a/aggregations'));
      const kinds = ['platform_frequency', 'gsd_frequency'].map((name) => list.find((one) => one.name === name));
      expect(kinds).toMatchObject([
        { frequency_distribution_data_type: 'string' },
        { frequency_distribution_data_type: gsds!.data_type },
      ]);
      await call(mixed.url, 'DELETE', '/collections/a/items/3', { token: mixed.token });
      const [left] = await both('/aggregate');
      expect(told(left!)).toEqual(['string', ['s2b', 2], ['7', 1], ['s2a', 1]]);
      const filtered = await mixed.get(
        `/aggregate?aggregations=platform_frequency&filter=${encodeURIComponent("platform='s2a'")}`,
      );
      expect(told(inAnswer(filtered)[0]!)).toEqual(['string', ['s2a', 1]]);
    } finally {
      await mixed.stop();
    }
  });
});
