import { describe, expect, test } from 'vitest';
import { parseDate, toInstant, toMicroseconds, toSeconds, toSpacedSeconds } from '../../server/src/shared/dates.ts';

const at = (iso: string) => Date.parse(iso);

describe('parseDate', () => {
  test.each([
    ['2026-05-01T12:00:00', '2026-05-01T12:00:00Z', false],
    ['2026-05-01 12:00:00', '2026-05-01T12:00:00Z', false],
    ['2026-05-01', '2026-05-01T00:00:00Z', false],
    ['2026-05-01T12:00', '2026-05-01T12:00:00Z', false],
    ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z', true],
    ['2026-05-01t12:00:00z', '2026-05-01T12:00:00Z', true],
    ['2026-05-01T12:00:00+05:45', '2026-05-01T06:15:00Z', true],
    ['2026-05-01T12:00:00-0800', '2026-05-01T20:00:00Z', true],
    ['2026-05-01T12:00:00+02', '2026-05-01T10:00:00Z', true],
    ['2026-05-01 12:00:00 Z', '2026-05-01T12:00:00Z', true],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z', true],
    ['2028-02-29T00:00:00', '2028-02-29T00:00:00Z', false],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z', true],
  ])('%s is %s', (text, iso, hasZone) => {
    expect(parseDate(text)).toEqual({ ms: at(iso), hasZone });
  });

  test('keeps every millisecond of a fraction', () => {
    for (let ms = 0; ms < 1_000; ms++)
      expect(parseDate(`2026-05-01T00:00:00.${String(ms).padStart(3, '0')}`)?.ms).toBe(at('2026-05-01T00:00:00Z') + ms);
  });

  test('cuts what is finer than a millisecond, never rounds up', () => {
    expect(parseDate('2026-05-01T00:00:00.999999999Z')?.ms).toBe(at('2026-05-01T00:00:00.999Z'));
  });

  test.each([
    '',
    ' ',
    'now',
    '2026',
    '2026-05',
    '2026-5-1',
    '20260501',
    '2026-05-01T',
    '2026-05-01T12',
    '2026-05-01Z',
    '2026-02-30',
    '2027-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '0099-01-01',
    '2026-05-01T24:00:00',
    '2026-05-01T25:00',
    '2026-05-01T12:60:00',
    '2026-05-01T12:00:60',
    '2026-05-01T12:00:00+19:00',
    '2026-05-01T12:00:00+02:60',
    '2026-05-01T12:00:00+2',
    '2026-05-01T12:00:00 UTC',
    '2026-05-01T12:00:00.1234567890',
    ' 2026-05-01',
    '2026-05-01\n',
    '+2026-05-01',
    '２０２６-05-01',
    '2026-05-01  12:00:00',
  ])('%j is none', (text) => {
    expect(parseDate(text)).toBeNull();
  });
});

describe('renderings', () => {
  const ms = at('2026-05-01T02:03:04.005Z');

  test('are all UTC', () => {
    expect(toSeconds(ms)).toBe('2026-05-01T02:03:04');
    expect(toSpacedSeconds(ms)).toBe('2026-05-01 02:03:04');
    expect(toMicroseconds(ms)).toBe('2026-05-01T02:03:04.005000');
    expect(toInstant(ms)).toBe('2026-05-01T02:03:04.005Z');
  });

  test('of whole seconds are read back to the same instant', () => {
    for (const text of [toSeconds(ms), toSpacedSeconds(ms)]) expect(parseDate(text)?.ms).toBe(ms - 5);
    for (const text of [toMicroseconds(ms), toInstant(ms)]) expect(parseDate(text)?.ms).toBe(ms);
  });
});
