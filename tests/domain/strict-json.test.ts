import { describe, expect, test } from 'vitest';
import { parseBody } from '../../server/src/http/body.ts';
import { parseStrictJson } from '../../server/src/shared/strict-json.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';

describe('parseStrictJson reads what JSON.parse reads', () => {
  test.each([
    'null',
    'true',
    '0',
    '-1.5e3',
    '"text"',
    '[]',
    '{}',
    '[1,"a",null,{"a":[{"b":{}}]}]',
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a":"a","b":"a"}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"quote\\"d":1,"back\\\\":2,"\\\\\\"":3}',
    '{"":1," ":2}',
    ' \r\n\t{ "a" : 1 } ',
    '["a","a","a"]',
    '{"a":"constructor","b":"__proto__"}',
    '{"a":{"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":2}}',
    '{"\\u00e9":1,"e":2}',
    `${'['.repeat(300)}${']'.repeat(300)}`,
  ])('%s', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });
});

describe('parseStrictJson throws SyntaxError for', () => {
  test.each([
    '',
    ' ',
    '{',
    '{"a"}',
    '{"a":1,}',
    '[1,]',
    "{'a':1}",
    'NaN',
    'undefined',
    '{"a":1}{"a":1}',
    '"open',
    '"open\\',
    '{"a',
    '1e400',
    '{"a":1e400}',
    '{"a":[0,[-1e400]]}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"b":1,"b":1}}',
    '[{"b":1,"b":1}]',
    '{"__proto__":{"admin":true}}',
    '{"\\u005f_proto__":1}',
    `${'['.repeat(301)}${']'.repeat(301)}`,
    '['.repeat(500_000),
    '{"a":'.repeat(5_000),
  ])('%.60s', (text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError);
  });
});

type Node = { readonly text: string; readonly isStrict: boolean };

/** A document whose members were drawn, so that what is wrong with it is known without reading it. */
function randomNode(random: Random, depth: number): Node {
  const kind = random.below(depth > 4 ? 2 : 5);
  if (kind === 0) return { text: random.pick(['1', 'null', '-2.5e3', 'true']), isStrict: true };
  if (kind === 1) return { text: JSON.stringify(random.pick(names)), isStrict: true };
  const inner = Array.from({ length: random.below(4) }, () => randomNode(random, depth + 1));
  const areStrict = inner.every(({ isStrict }) => isStrict);
  if (kind === 2) return { text: `[${inner.map(({ text }) => text).join(' , ')}]`, isStrict: areStrict };
  const own = inner.map(() => random.pick(names));
  const isFine = new Set(own).size === own.length && !own.some((name) => reserved.includes(name));
  const members = inner.map(({ text }, i) => `${spelled(own[i]!, random)}: ${text}`);
  return { text: `{${members.join(',')}}`, isStrict: areStrict && isFine };
}

const reserved = ['__proto__'];
const names = ['a', 'b', 'c', 'd', 'e"', '\\', '1', '2', '}', ':', '\u00e9', 'constructor', 'prototype', ...reserved];
const spelled = (name: string, random: Random): string =>
  random.chance(0.8)
    ? JSON.stringify(name)
    : `"${[...name].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

function outcomeOf(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}

test('parseStrictJson refuses exactly the documents with a duplicate or a reserved member', () => {
  const random = createRandom(testSeed());
  const verdicts = Array.from({ length: 5_000 }, () => {
    const { text, isStrict } = randomNode(random, 0);
    expect({ text, value: outcomeOf(text) }).toEqual({ text, value: isStrict ? JSON.parse(text) : 'refused' });
    return isStrict;
  });
  expect(verdicts.filter(Boolean).length).toBeGreaterThan(1_000);
  expect(verdicts.filter((isStrict) => !isStrict).length).toBeGreaterThan(500);
});

const kindOf = (text: string | Buffer, type: string, kind: 'json' | 'json-or-form') => {
  try {
    return parseBody(Buffer.from(text as string), type, kind);
  } catch (error) {
    return error instanceof PlatformError ? error.kind : error;
  }
};

describe('parseBody', () => {
  test.each([
    ['', 'application/json', undefined],
    [' \n', 'text/plain', undefined],
    ['{}', '', {}],
    ['{}', 'application/json; charset=utf-8', {}],
    ['{}', 'APPLICATION/JSON', {}],
    ['{}', 'application/geo+json', {}],
    ['{}', 'application/vnd.oai.openapi+json;version=3.1', {}],
    ['\uFEFF{}', 'application/json', {}],
    ['{}', 'text/plain', 'unsupported_media_type'],
    ['a=1', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
    ['{', 'application/json', 'unparsable_body'],
  ])('as JSON: %j declared as %j', (text, type, expected) => {
    expect(kindOf(text, type, 'json')).toEqual(expected);
  });

  const form = 'application/x-www-form-urlencoded';
  test.each([
    ['a=1&b=x+y%2B', form, { a: '1', b: 'x y+' }],
    ['a', form, { a: '' }],
    [' {"a":1}', form, { a: 1 }],
    ['[1]', form, [1]],
    ['{a=1', form, 'unparsable_body'],
    ['a=1', 'text/plain', 'unparsable_body'],
    ['{"a":1}', 'text/plain', { a: 1 }],
    ['', form, undefined],
  ])('as JSON or form: %j declared as %j', (text, type, expected) => {
    expect(kindOf(text, type, 'json-or-form')).toEqual(expected);
  });

  test('as text: UTF-8, and UTF-16 where its mark says so', () => {
    const xml = '<?xml version="1.0" encoding="UTF-16"?><a>ü</a>';
    const little = Buffer.from(`\uFEFF${xml}`, 'utf16le');
    for (const bytes of [Buffer.from(xml), Buffer.from(`\uFEFF${xml}`), little, Buffer.from(little).swap16()])
      expect(parseBody(bytes, 'application/xml', 'text')).toBe(xml);
    expect(() => parseBody(Buffer.from(xml, 'latin1'), 'application/xml', 'text')).toThrow('the body must be UTF-8');
  });

  test('bytes that are no UTF-8 do not parse', () => {
    expect(() => parseBody(Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'application/json', 'json')).toThrow(
      'unparsable_body',
    );
  });
});
