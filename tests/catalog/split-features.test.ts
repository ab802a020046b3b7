import { describe, expect, test } from 'vitest';
import { splitFeatures } from '../../server/src/catalog/split-features.ts';
import { scanCompact } from '../../server/src/shared/compact-json.ts';
import { parseStrictJson } from '../../server/src/shared/strict-json.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();

/** The document as splitting reads it, or what became of it. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}

const whole = (text: string) => outcomeOf(() => parseStrictJson(text));
const split = (text: string, pieceBytes?: number) =>
  outcomeOf(() => {
    const parts = splitFeatures(Buffer.from(text), pieceBytes);
    if (parts === null) return parseStrictJson(text);
    const features = [...parts.features()].map(({ json, compact }) => {
      if (compact !== null) {
        const { bytes, ...rest } = compact;
        expect({ ...rest, bytes: null }).toEqual(scanCompact(compact.text));
        if (bytes !== null) expect(Buffer.from(bytes).toString()).toBe(compact.text);
        expect(parseStrictJson(compact.text)).toEqual(json);
      }
      return json;
    });
    expect(features).toHaveLength(parts.count);
    return { ...(parts.document as object), features };
  });

/** Of a few bytes, so that each ends within a feature, a name or a character; and of the usual size. */
const pieces = [1, 2, 3, 7, 20, undefined];

describe('features that are read one at a time are those of the whole', () => {
  test.each([
    '{"type":"FeatureCollection","features":[{"a":1},{"b":[{}]}]}',
    ' { "a" : 1 , "features" : [ { "a" : "]},{" } , {} ] , "b" : [ ] } ',
    '{"features":[{"a":"\\"}"}],"features2":[]}',
    '{"features":[]}',
    '{"features":[1,{"a":1}]}',
    '{"features":[[{"a":1}]]}',
    '{"features":{"a":[{"b":1}]}}',
    '{"x":{"features":[{"a":1}]},"features":[{"b":2}]}',
    '{"features":[{"a":1}],"features":[{"a":2}]}',
    '{"ä":"…","features":[{"é":"日本 🛰"},{"b":"\\u00e9"}],"ß":"ü"}',
    '{"features":[{"a":1}],\ufeff"b":1}',
    '\ufeff{"features":[{"a":1}]}',
    '{"f\\u0065atures":[{"a":1}]}',
    '{"features":[{"a":1,"a":2}]}',
    '{"features":[{"__proto__":{}}]}',
    '{"features":[{"a":1}{"a":2}]}',
    '{"features":[{"a":1},]}',
    '{"features":[{"a":1},{"a":2]}',
    '{"features":[{"a":1}]',
    '{"features":[{"a":1}]}}',
    '{"features":[{"a":1}],}',
    '{"features":[{"a":1} x]}',
    '[{"features":[{"a":1}]}]',
    `{"features":[${'{"a":'.repeat(126)}1${'}'.repeat(126)}]}`,
    `{"features":[${'{"a":'.repeat(127)}1${'}'.repeat(127)}]}`,
    '',
    '"features":[{}]',
  ])('%.80s', (text) => {
    for (const pieceBytes of pieces)
      expect({ pieceBytes, is: split(text, pieceBytes) }).toEqual({ pieceBytes, is: whole(text) });
  });

  test.each([0, 12, 16, 21, 30])('and none where byte %d is no UTF-8', (place) => {
    const bytes = Buffer.from('{"a":"b","features":[{"a":"b"}],"c":"d"}');
    bytes[place] = 0xff;
    for (const pieceBytes of pieces)
      expect(() => {
        const parts = splitFeatures(bytes, pieceBytes);
        if (parts === null) throw new TypeError('it is to be read as a whole');
        return [...parts.features()];
      }).toThrow(TypeError);
  });

  test(`in texts that were damaged at random (seed ${seed})`, () => {
    const random = createRandom(seed);
    const outcomes = Array.from({ length: 3_000 }, () => {
      const text = damaged(randomText(random), random);
      const found = split(text, random.pick(pieces));
      expect({ text, found }).toEqual({ text, found: whole(text) });
      return found === 'refused';
    });
    expect(outcomes.filter(Boolean).length).toBeGreaterThan(500);
    expect(outcomes.filter((isRefused) => !isRefused).length).toBeGreaterThan(500);
  });
});

const randomText = (random: Random): string => {
  const features = Array.from({ length: random.below(4) }, () =>
    random.pick([
      '{}',
      '{"a":1}',
      '{"a":{"b":[1,"x]"]}}',
      '{"a":"\\\\","b":null}',
      '7',
      '{"a":1,"a":2}',
      '{"links":[{"a":1}],"b":"ä","geometry":{"c":[1.5,-2]},"d":true}',
    ]),
  );
  const blank = random.pick(['', ' ', '\n']);
  const members = [`"features"${blank}:${blank}[${features.join(`${blank},`)}]`, '"type":"x"', '"n":[{"a":1}]'];
  return `{${members.sort(() => random.next() - 0.5).join(`,${blank}`)}}`;
};

function damaged(text: string, random: Random): string {
  if (random.chance(0.3)) return text;
  const at = random.below(text.length);
  return text.slice(0, at) + random.pick(['', '"', '\\', ',', ']', '}', '{', ' ']) + text.slice(at + random.below(2));
}
