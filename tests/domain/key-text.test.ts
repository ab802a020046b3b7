import { describe, expect, test } from 'vitest';
import { generateKeyText, hasGoodChecksum } from '../../server/src/api-keys/key-text.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('generateKeyText', () => {
  test('is the prefix, 32 characters and a good checksum of 6', () => {
    for (const prefix of ['swath', 'a', 'acme2'])
      for (let time = 0; time < 200; time++) {
        const text = generateKeyText(prefix);
        expect(text).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{38}$`));
        expect(hasGoodChecksum(text)).toBe(true);
      }
  });

  test('never comes twice', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => generateKeyText('swath'))).size).toBe(20_000);
  });

  test('takes every character equally often', () => {
    const counts = new Map<string, number>();
    const keys = 20_000;
    for (let time = 0; time < keys; time++)
      for (const letter of generateKeyText('s').slice(2, 34)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(letters.split('').sort());
    const mean = (keys * 32) / 62;
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
    // 61 degrees of freedom: beyond 130 once in a million runs; a plain `byte % 62` gives over 4,000.
    expect(chiSquared).toBeLessThan(130);
  });
});

describe('hasGoodChecksum', () => {
  const key = generateKeyText('swath');

  test('catches every single mistyped character', () => {
    const mistyped = key
      .split('')
      .flatMap((right, at) =>
        letters
          .split('')
          .flatMap((letter) => (letter === right ? [] : [key.slice(0, at) + letter + key.slice(at + 1)])),
      );
    expect(mistyped.length).toBeGreaterThan(2_000);
    expect(mistyped.filter(hasGoodChecksum)).toEqual([]);
  });

  test('catches two neighbours that changed places', () => {
    const swapped = key.split('').map((_, at) => key.slice(0, at) + (key[at + 1] ?? '') + key[at] + key.slice(at + 2));
    expect(swapped.filter((text) => text !== key && hasGoodChecksum(text))).toEqual([]);
  });

  test.each([
    '',
    'swath_',
    'swath',
    '_'.repeat(45),
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('_', '-'),
    key.replace('swath', 'swatg'),
    `swath_${'ü'.repeat(38)}`,
    `${'a'.repeat(100_000)}_${key.slice(6)}`,
  ])('refuses %j', (text) => {
    expect(hasGoodChecksum(text)).toBe(false);
  });
});
