import { describe, expect, test } from 'vitest';
import { type KnownProperty, layOut } from '../../server/src/exports/columns.ts';
import { createExportTurns } from '../../server/src/exports/turns.ts';
import type { PlatformError } from '../../server/src/shared/errors.ts';
import { type ExportService, plainItems, readCsv, startExportService } from './support.ts';
import { looseItem } from '../stac/writes-fixture.ts';

const known = (name: string, count = 1, ...types: readonly string[]): KnownProperty => ({
  name,
  types: new Set(types as never),
  count,
});
const namesOf = (properties: readonly KnownProperty[]) => layOut(properties, null).columns.map(({ name }) => name);

const typeOf = (...types: readonly string[]) => layOut([known('p', 1, ...types)], null).columns[2]!.type;

describe('columns', () => {
  test('times first, then by name; those that most items have where they are too many', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => known(`p${String(i).padStart(4, '0')}`, i));
    const names = namesOf([...many, known('end_datetime', 1), known('datetime', 1)]);
    expect(names.slice(0, 4)).toEqual(['id', 'collection', 'datetime', 'end_datetime']);
    expect(names).toHaveLength(2 + 1_000 + 5);
    expect(names).toContain('p2999');
    expect(names).not.toContain('p0001');
  });

  test('names are told apart without their case, and those that no reader takes are left out', () => {
    const names = namesOf([
      known('A'),
      known('a'),
      known('properties.a'),
      known('ID'),
      known('stac_item'),
      known(''),
      known('x\ny'),
      known('\u0000'),
      known('long'.repeat(100)),
      known('2026'),
      known('1e5'),
      known('2026 a'),
    ]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => !/^(id|collection|assets|west|south|east|north)$/.test(name))).toEqual([
      'properties.1e5',
      'properties.2026',
      '2026 a',
      'A',
      'properties.ID',
      'properties.a',
      'properties.properties.a',
      'properties.stac_item',
    ]);
  });

  test('types are those that all values have', () => {
    expect(typeOf('integer')).toBe('integer');
    expect(typeOf('integer', 'number')).toBe('real');
    expect(typeOf('timestamp')).toBe('datetime');
    expect(typeOf('boolean')).toBe('boolean');
    for (const types of [['string'], ['boolean', 'integer'], ['timestamp', 'string'], ['array'], ['object'], []])
      expect([types, typeOf(...types)]).toEqual([types, 'text']);
  });
});

describe('turns', () => {
  test('are given back once, however often that is said', () => {
    const turns = createExportTurns(3);
    const kindOf = (account: string) => {
      try {
        return turns.take(account);
      } catch (error) {
        return (error as PlatformError).kind;
      }
    };
    const [first, second] = [turns.take('a'), turns.take('a')];
    expect(kindOf('a')).toBe('rate_limited');
    turns.take('b');
    expect(kindOf('c')).toBe('unavailable');
    first();
    first();
    expect(kindOf('c')).toBeTypeOf('function');
    expect(kindOf('d')).toBe('unavailable');
    second();
    expect(kindOf('d')).toBeTypeOf('function');
  });
});

describe('an item with thousands of properties', () => {
  let swath: ExportService;
  test('leaves in every format', async () => {
    swath = await startExportService();
    try {
      await swath.collection('wide');
      const wide = Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`wide:${i}`, i]));
      const items = [
        looseItem('wide', { properties: { datetime: '2020-01-01T00:00:00Z', ...wide } }),
        ...plainItems(3),
      ];
      await swath.load('wide', items);
      const [row] = readCsv((await swath.get('/search?f=csv&ids=wide')).text);
      expect(Object.keys(row!)).toHaveLength(2 + 1_000 + 5 + 2);
      expect(JSON.parse(row!['stac_item']!)).toMatchObject({ properties: wide });
      for (const f of ['gpkg', 'parquet', 'ndjson'])
        expect((await swath.bytes(`/search?f=${f}`)).length).toBeGreaterThan(10_000);
    } finally {
      await swath.stop();
    }
  });
});
