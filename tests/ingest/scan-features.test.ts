import { describe, expect, test } from 'vitest';
import { type FeatureCursor, scanFeatures } from '../../server/src/ingest/scan-features.ts';
import { mostItemBytes } from '../../server/src/ingest/split-lines.ts';
import { all, item, pieces, textOf } from './support.ts';

const tricky = [
  item('plain'),
  item('brackets ]},{[ and "quotes" and \\'),
  item('ends in a backslash \\\\'),
  item('\\'),
  item('nested', { properties: { datetime: null, features: [[{ features: [] }]] } }),
  item('ü 🛰'),
];
const around = (features: string) =>
  `{ "type" : "FeatureCollection","name":"features","meta":{"features":[1,2]},"features" : [${features}], "links":[{"a":"]"}] }`;
const text = around(tricky.map((each) => JSON.stringify(each, null, 1)).join(' ,\n'));

describe('the features of a FeatureCollection', () => {
  test.each([1, 2, 3, 5, 17, 100_000])('are found whatever pieces of %i bytes they come in', async (bytes) => {
    const entries = await all(scanFeatures(pieces(text, bytes), null));
    expect(entries.map(({ content }) => JSON.parse(textOf(content)) as unknown)).toEqual(tricky);
  });

  test.each([1, 4, 100_000])('go on from the place that each one names, in pieces of %i', async (size) => {
    const bytes = Buffer.from(text);
    const entries = await all(scanFeatures(pieces(bytes, size), null));
    for (const [index, { next }] of entries.entries()) {
      const cursor = next as FeatureCursor;
      const rest = await all(scanFeatures(pieces(bytes.subarray(cursor.offset), size), cursor));
      expect(rest).toEqual(entries.slice(index + 1));
    }
  });

  test('an empty list has none; a file without the list is refused', async () => {
    expect(await all(scanFeatures(pieces(around(''), 9), null))).toEqual([]);
    for (const bad of ['', '[]', '{"type":"Feature","properties":{"features":[1]}}', '{"features":{}}', 'GIF89a'])
      await expect(all(scanFeatures(pieces(bad, 9), null))).rejects.toThrow('no FeatureCollection');
  });

  test('a file that ends too early gives what was whole, and says so', async () => {
    const whole = Buffer.from(text);
    for (const end of [text.indexOf('"nested"'), text.indexOf('"ends in') - 20]) {
      const entries = await all(scanFeatures(pieces(whole.subarray(0, end), 64), null));
      expect(entries.at(-1)!.content).toMatchObject({
        kind: 'problem',
        reason: expect.stringContaining('ends') as unknown,
      });
      expect(entries.slice(0, -1).every(({ content }) => content.kind === 'text')).toBe(true);
      expect(entries.length).toBeGreaterThan(1);
    }
  });

  test.each([1, 100_000])('in another system than degrees are refused, wherever the file says so', async (bytes) => {
    const [crs, fine] = ['EPSG:32633', 'urn:ogc:def:crs:OGC:1.3:CRS84'].map(
      (name) => `"crs":{"type":"name","properties":{"name":"${name}"}}`,
    );
    const features = '"features":[{"a":1}]';
    for (const start of ['{', '\uFEFF{'])
      for (const members of [`${crs},${features}`, `${features},${crs}`])
        await expect(
          all(scanFeatures(pieces(`${start}"type":"FeatureCollection",${members}}`, bytes), null)),
        ).rejects.toThrow("'crs' says the system EPSG:32633");
    for (const members of [`${fine},${features}`, `${features},${fine}`, `"crs":null,${features}`])
      expect(await all(scanFeatures(pieces(`{${members}}`, bytes), null))).toHaveLength(1);
  });

  test('brackets that do not match spoil one feature, not the rest', async () => {
    const entries = await all(scanFeatures(pieces(around('{"a":]},{"b":1},7'), 6), null));
    expect(entries.map(({ content }) => textOf(content).trim())).toEqual(['{"a":]}', '{"b":1}', '7']);
  });

  test('one that is too large is passed over', async () => {
    const huge = `{"a":"${'x'.repeat(mostItemBytes)}"}`;
    const entries = await all(scanFeatures(pieces(around(`{"a":1},${huge},{"b":1}`), 262_144), null));
    expect(entries.map(({ content }) => content.kind)).toEqual(['text', 'problem', 'text']);
  });

  test('60 MB go by, and little is held', async () => {
    const one = Buffer.from(
      `,${JSON.stringify(item('x', { properties: { datetime: null, text: 'y'.repeat(3_000) } }))}`,
    );
    async function* stream() {
      yield Buffer.from('{"type":"FeatureCollection","features":[0');
      for (let i = 0; i < 20_000; i++) yield one;
      yield Buffer.from(']}');
    }
    let [count, most] = [0, 0];
    const before = process.memoryUsage();
    for await (const _ of scanFeatures(stream(), null)) {
      count++;
      if (count % 1_000 !== 0) continue;
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers);
    }
    expect(count).toBe(20_001);
    expect(most).toBeLessThan(50 * 1_024 * 1_024);
  });
});
