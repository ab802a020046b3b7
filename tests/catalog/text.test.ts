import { describe, expect, test } from 'vitest';
import { impliedWords, shareOfText } from '../../server/src/catalog/text/implied-words.ts';
import { compileText } from '../../server/src/catalog/text/match-text.ts';
import { readTextQuery } from '../../server/src/catalog/text/read-text-query.ts';
import { distinctWords, textOfCollection, textOfItem } from '../../server/src/catalog/text/searchable-text.ts';
import { wordsOf } from '../../server/src/catalog/text/words-of.ts';
import type { TextQuery } from '../../server/src/catalog/text/text-query.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';
import { randomQuery, randomTexts } from './sqlite/random-texts.ts';

describe('words', () => {
  test.each<[string, readonly string[]]>([
    ['Zürich-West, Sentinel-2A (L2A)', ['zurich', 'west', 'sentinel', '2a', 'l2a']],
    ['STRASSE straße', ['strasse', 'strasse']],
    ['İstanbul ISTANBUL ıstanbul', ['istanbul', 'istanbul', 'ıstanbul']],
    ['S2A_MSIL2A_20200101.SAFE', ['s2a', 'msil2a', '20200101', 'safe']],
    ["l'été d’Ελλάς", ['l', 'ete', 'd', 'ελλασ']],
    ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['ガ カ', ['ガ', 'カ']],
    ['한국어 서울', ['한국어', '서울']],
    ['مُحَمَّد المدينة', ['محمد', 'المدينة']],
    ['हिन्दी', ['हिन्दी']],
    ['10 m² 1.5', ['10', 'm²', '1', '5']],
    ['e\u0301té', ['ete']],
    ['  %_*"\'\\|\0\uD800🛰 -- ', []],
    ['\uDC00a\uD800b', ['a', 'b']],
  ])('of %j are %j', (text, expected) => expect(wordsOf(text)).toEqual(expected));

  test('are known by their first 64 units, never by half a character', () => {
    expect(wordsOf('x'.repeat(100))).toEqual(['x'.repeat(64)]);
    expect(wordsOf(`${'x'.repeat(63)}𝒜𝒜`)).toEqual(['x'.repeat(63)]);
  });

  test('of each text stand apart, and nothing but texts has any', () => {
    const members = { title: 'A b', description: 7, keywords: ['C d', null, '', 'a'] };
    expect(textOfItem({ properties: members })).toBe(' a b | c d | a ');
    expect(textOfCollection(members)).toBe(' a b | c d | a ');
    expect(distinctWords(' a b | c d | a ')).toEqual(['a', 'b', 'c', 'd']);
    for (const properties of [undefined, null, 7, {}, { title: '!' }, { keywords: 'a' }])
      expect(textOfItem({ properties })).toBe('');
  });

  test('beyond 32,768 characters of all texts together are not searched', () => {
    const text = textOfItem({ properties: { title: 'a '.repeat(16_383), description: 'seen', keywords: ['unseen'] } });
    expect(text.endsWith('| se ')).toBe(true);
  });
});

const phrase = (...words: readonly string[]) => ({ kind: 'phrase', words });

describe('q', () => {
  test.each<[unknown, unknown]>([
    ['EO,Earth Observation', { kind: 'any', of: [phrase('eo'), phrase('earth', 'observation')] }],
    [['EO', 'Earth Observation'], { kind: 'any', of: [phrase('eo'), phrase('earth', 'observation')] }],
    [['one, two'], phrase('one', 'two')],
    ['climate AND model', { kind: 'all', of: [phrase('climate'), phrase('model')] }],
    ['and or not', phrase('and', 'or', 'not')],
    ['a OR b AND c', { kind: 'any', of: [phrase('a'), { kind: 'all', of: [phrase('b'), phrase('c')] }] }],
    ['(a OR b) AND c', { kind: 'all', of: [{ kind: 'any', of: [phrase('a'), phrase('b')] }, phrase('c')] }],
    ['(a,b) AND c', { kind: 'all', of: [{ kind: 'any', of: [phrase('a'), phrase('b')] }, phrase('c')] }],
    ['quick +brown -fox', { kind: 'all', of: [phrase('brown'), { kind: 'not', of: phrase('fox') }] }],
    ['quick -fox', { kind: 'all', of: [phrase('quick'), { kind: 'not', of: phrase('fox') }] }],
    ['-fox', { kind: 'not', of: phrase('fox') }],
    ['a AND NOT new york', { kind: 'all', of: [phrase('a'), { kind: 'not', of: phrase('new', 'york') }] }],
    ['"a, b" c', { kind: 'any', of: [phrase('a', 'b'), phrase('c')] }],
    ['a - b + c', phrase('a', 'b', 'c')],
    ['sentinel-2', phrase('sentinel', '2')],
    ['東京', phrase('東', '京')],
    ['a,,b,', { kind: 'any', of: [phrase('a'), phrase('b')] }],
    ['', null],
    [' , ', null],
    [[], null],
    [[''], null],
  ])('%j is read as %j', (q, expected) => expect(readTextQuery(q)).toEqual(expected));

  test('in random forms is read or refused with a position, and finds only texts with the words that it needs', () => {
    const random = createRandom(testSeed());
    const problems = Array.from({ length: 2_000 }, () => problemOf(randomForm(random), random)).filter(Boolean);
    expect(problems).toEqual([]);
  });
});

const pieces = [...'ab "()+-,&', ' AND ', ' OR '];
const randomForm = (random: Random): string =>
  random.chance(0.5) ? randomQuery(random) : Array.from({ length: 12 }, () => random.pick(pieces)).join('');

function problemOf(q: string, random: Random): string | null {
  const query = readOr(q);
  if (query === null || typeof query === 'string') return query;
  const text = textOfItem({ properties: randomTexts(random) });
  const has = new Set(distinctWords(text));
  const hasNeeded = impliedWords(query, () => 1).every(({ words }) => words.some((word) => has.has(word)));
  if (compileText(query)(text) && !hasNeeded) return `${q} finds ${text}, which lacks what it needs`;
  const share = shareOfText(query, () => 1, 10);
  return share >= 0 && share <= 1 ? null : `${q} has a share of ${share}`;
}

/** The query, null where there is none or where it is refused as it should be, else what is wrong. */
function readOr(q: string): TextQuery | string | null {
  try {
    return readTextQuery(q);
  } catch (error) {
    const isTold = error instanceof PlatformError && /^'q' is wrong: .* at position \d+$/.test(error.message);
    return isTold ? null : `${q}: ${String(error)}`;
  }
}
