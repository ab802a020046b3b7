import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { projectFields, readFields } from '../../server/src/catalog/fields.ts';
import { readPageToken, writePageToken } from '../../server/src/catalog/page-token.ts';
import { type Sort, completeSort, readSort } from '../../server/src/catalog/sort.ts';

const item = {
  type: 'Feature',
  stac_version: '1.0.0',
  id: 'one',
  geometry: null,
  properties: { datetime: 'now', gsd: 1, nested: { a: 1, b: 2 } },
  collection: 'a',
  assets: { visual: { href: 'x', roles: ['data'] } },
  links: [],
};
const core = { type: 'Feature', stac_version: '1.0.0', id: 'one', collection: 'a' };

const text = (sort: Sort) => sort.map(({ field, isDescending }) => `${isDescending ? '-' : '+'}${field}`).join();

describe('fields', () => {
  test.each([
    ['properties.gsd', { ...core, properties: { gsd: 1 } }],
    ['gsd', { ...core, properties: { gsd: 1 } }],
    ['properties', { ...core, properties: item.properties }],
    ['properties,-properties.datetime', { ...core, properties: { gsd: 1, nested: { a: 1, b: 2 } } }],
    ['properties.datetime,-properties', { ...core, properties: { datetime: 'now' } }],
    ['properties.nested.a', { ...core, properties: { nested: { a: 1 } } }],
    ['assets.visual.href', { ...core, assets: { visual: { href: 'x' } } }],
    ['id,-collection,-type', { stac_version: '1.0.0', id: 'one' }],
    ['geometry,-geometry', { ...core, geometry: item.geometry }],
    ['absent,properties.nested.absent', core],
  ])('%s', (text, expected) => {
    expect(projectFields(item, readFields(text))).toEqual(expected);
  });

  test('exclude alone takes away from the whole item', () => {
    const { geometry: _, assets: __, ...rest } = item;
    expect(projectFields(item, readFields('-geometry,-assets,-properties.nested.b'))).toEqual({
      ...rest,
      properties: { datetime: 'now', gsd: 1, nested: { a: 1 } },
    });
  });

  test('nothing named gives what every item has', () => {
    const expected = { ...item, properties: { datetime: 'now' } };
    expect(projectFields(item, readFields({}))).toEqual(expected);
    expect(projectFields(item, readFields({ include: [], exclude: null }))).toEqual(expected);
  });

  test.each([[[]], [null]])('exclude beside an include of %j takes away from what every item has', (include) => {
    const { geometry: _, ...rest } = item;
    const expected = { ...rest, properties: { datetime: 'now' } };
    expect(projectFields(item, readFields({ include, exclude: ['geometry'] }))).toEqual(expected);
  });

  test('exclude of a whole beside an empty include takes its parts away too', () => {
    const { properties: _, ...rest } = item;
    expect(projectFields(item, readFields({ include: [], exclude: ['properties'] }))).toEqual(rest);
  });

  test('nothing is left where all that every item has is excluded', () => {
    const exclude = ['type', 'stac_version', 'id', 'collection', 'geometry', 'bbox', 'links', 'assets', 'properties'];
    expect(projectFields({ ...item, stac_extensions: [] }, readFields({ include: [], exclude }))).toEqual({});
  });

  test('a member that every object inherits is no member of the item', () => {
    expect(projectFields(item, readFields('constructor,properties.toString'))).toEqual(core);
  });
});

describe('an order is complete', () => {
  test.each([
    [[], '-datetime,+id,+collection'],
    ['eo:cloud_cover', '+eo:cloud_cover,-datetime,+id,+collection'],
    ['+datetime', '+datetime,+id,+collection'],
    ['-id', '-id,+collection'],
    ['-collection', '-collection,-datetime,+id'],
    ['-properties.datetime, properties.gsd , -gsd', '-datetime,+gsd,+id,+collection'],
    ['datetime DESC', '-datetime,+id,+collection'],
    [[{ field: 'gsd', direction: 'DESC' }, { field: 'id' }], '-gsd,+id,+collection'],
  ])('%j', (given, expected) => {
    expect(text(readSort(given))).toBe(expected);
  });
});

describe('page tokens', () => {
  const sort = completeSort([{ field: 'v', isDescending: false }]);

  test('carry direction, values and nulls', () => {
    for (const values of [
      [null, null, 'one', 'a'],
      [0.1, '2020-06-15T12:00:00.5', '😀"\\', 'ä'],
      ['', null, 'x', 'y'],
    ])
      for (const isBackward of [true, false])
        expect(readPageToken(writePageToken({ isBackward, values }, sort), sort)).toEqual({ isBackward, values });
  });

  test.each<[string, unknown]>([
    ['too few', [1, null, 'one']],
    ['too many', [1, null, 'one', 'a', 'b']],
    ['an object', [{}, null, 'one', 'a']],
    ['a list', [[1], null, 'one', 'a']],
    ['a boolean', [true, null, 'one', 'a']],
    ['a number for a time', [1, 5, 'one', 'a']],
    ['null for an id', [1, null, null, 'a']],
  ])('made by hand with %s are refused', (_, values) => {
    const token = writePageToken({ isBackward: false, values: values as never }, sort);
    expect(() => readPageToken(token, sort)).toThrow("'token' is not a token of this service");
  });

  test('with any one character changed are refused', () => {
    const token = writePageToken({ isBackward: false, values: [1, '2020-06-15T12:00:00', 'one', 'a'] }, sort);
    for (let at = 0; at < token.length; at++) {
      const damaged = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(() => readPageToken(damaged, sort)).toThrow("'token' is not a token of this service");
    }
  });

  test('of builds that wrote a longer check are read', () => {
    const position = { isBackward: true, values: [0.5, null, 'one', 'ä'] };
    const body = Buffer.from(writePageToken(position, sort), 'base64url').subarray(8);
    const check = hash('sha256', Buffer.concat([Buffer.from('swath page token'), body]), 'buffer').subarray(0, 8);
    expect(readPageToken(Buffer.concat([check, body]).toString('base64url'), sort)).toEqual(position);
  });

  test('fit in a URL as they are', () => {
    expect(writePageToken({ isBackward: false, values: ['/+?&=😀', null, 'x', 'y'] }, sort)).toMatch(/^[\w-]+$/);
  });
});
