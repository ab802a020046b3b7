import type { Random } from '../../support/seeded-random.ts';

export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '😀',
  '\u202e\u200b',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  "' OR 1=1 --",
  '"; DROP TABLE accounts; --',
  '${7*7}',
  '{{7*7}}',
  '../../../../etc/passwd',
  '..\\..\\x',
  '%00',
  '%',
  '<script>alert(1)</script>',
  'a'.repeat(300),
  'é'.repeat(3_000),
  '\r\nX-Injected: yes',
  'nobody@example.com',
  'a@b',
  '@',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  '0000-00-00',
  '2026-05-01T00:00:00+99:99',
  'password',
  'refresh_token',
  'admin',
  'search',
  '5f0c9d3e-0000-4000-8000-000000000000',
];

const nastyOthers: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 1 },
  { toString: 1 },
];

export function nastyValue(random: Random, depth = 0): unknown {
  if (random.chance(0.5)) return random.pick(nastyTexts);
  if (depth > 3 || random.chance(0.7)) return random.pick(nastyOthers);
  const size = random.below(4);
  const values = Array.from({ length: size }, () => nastyValue(random, depth + 1));
  return random.chance(0.5)
    ? values
    : Object.fromEntries(values.map((value, at) => [`${random.pick(nastyTexts)}${at}`, value]));
}

/** The good body with one thing or another wrong with it, as bytes; sometimes untouched, sometimes not even JSON. */
export function mutatedBody(random: Random, good: Readonly<Record<string, unknown>>): Buffer {
  const members: Record<string, unknown> = { ...good };
  for (let left = random.below(3); left > 0; left--) {
    const name = random.pick([...Object.keys(good), 'extra', ...nastyTexts.slice(0, 12)]);
    if (random.chance(0.25)) delete members[name];
    else Object.defineProperty(members, name, { value: nastyValue(random), enumerable: true, configurable: true });
  }
  const value = random.chance(0.1) ? nastyValue(random) : members;
  return damaged(random, Buffer.from(JSON.stringify(value) ?? ''));
}

function damaged(random: Random, bytes: Buffer): Buffer {
  const kind = random.below(10);
  if (kind === 0) return bytes.subarray(0, random.below(bytes.length + 1));
  if (kind === 1) return Buffer.concat([bytes, bytes]);
  if (kind === 2 && bytes.length > 0) {
    const copy = Buffer.from(bytes);
    for (let left = 1 + random.below(4); left > 0; left--) copy[random.below(copy.length)] = random.below(256);
    return copy;
  }
  if (kind === 3) return Buffer.from('['.repeat(random.below(5_000)));
  if (kind === 4) return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)));
  return bytes;
}
