import { describe, expect, test } from 'vitest';
import { byIds, cell, least, read, refusal, selectId } from './order-bodies.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

describe('the select of an order', () => {
  test.each(['select_id', 'selectId', 'selectID', 'SELECT_ID', 'select-id'])('is read from %s', (name) => {
    const request = read({ [name]: selectId, bucket: 'deliveries' });
    expect(request).toMatchObject({ selectId, acquisitions: null, aoi: null, warnings: [] });
  });

  test('a number is refused, because it has lost its last digits', () => {
    const body = JSON.parse(`{"select_id": ${selectId}, "bucket": "deliveries"}`) as Record<string, unknown>;
    expect(refusal(body)).toBe('order_refused: select_id must be a text: as a number it loses its last digits');
  });

  test.each([true, {}, []])('%j is refused', (value) => {
    expect(refusal({ ...least, select_id: value })).toBe('order_refused: select_id must be a text');
  });

  test('given in two spellings it is refused', () => {
    expect(refusal({ ...least, selectId })).toBe(
      'order_refused: selectId is another spelling of select_id, which is given too',
    );
  });

  test('null, an empty text and an empty list were not given', () => {
    for (const none of [{}, { select_id: null }, { select_id: '' }, { acquisitions: [] }, { acquisitions: null }])
      expect(refusal({ bucket: 'deliveries', ...none })).toBe(
        'order_refused: select_id is missing: give it, or acquisitions',
      );
    expect(read({ ...least, acquisitions: [], selectId: null }).selectId).toBe(selectId);
  });

  test('beside acquisitions it is refused', () => {
    expect(refusal({ ...least, ...byIds })).toBe(
      'order_refused: select_id and acquisitions exclude each other: give one',
    );
  });

  test.each([
    ['bbox', [0, 0, 1, 1]],
    ['intersects', 'POINT (0 0)'],
  ])('beside %s it is refused', (name, value) => {
    expect(refusal({ ...least, [name]: value })).toBe(
      `order_refused: ${name} goes with acquisitions: a select has its own area`,
    );
  });
});

const acquisitions = (value: unknown) => read({ ...byIds, acquisitions: value }).acquisitions;

const cellOf = (number: number) => `Z13-${number.toString(4).padStart(12, '0')}`;

describe('the acquisitions of an order', () => {
  test.each<[string, unknown, unknown]>([
    [
      'ids',
      ['a', 'b'],
      [
        { id: 'a', cells: null },
        { id: 'b', cells: null },
      ],
    ],
    ['objects', [{ id: 'a' }], [{ id: 'a', cells: null }]],
    ['no cells, which are all', [{ id: 'a', cells: [] }], [{ id: 'a', cells: null }]],
    ['cells', [{ id: 'a', cells: [cell] }], [{ id: 'a', cells: [cell] }]],
    ['cell_ids', [{ id: 'a', cell_ids: [cell] }], [{ id: 'a', cells: [cell] }]],
    [
      'cells in other spellings',
      [{ id: 'a', cells: ['13/031133231113', 'z13-031133231113'] }],
      [{ id: 'a', cells: [cell] }],
    ],
    ['the same twice', ['a', 'a', { id: 'a' }], [{ id: 'a', cells: null }]],
    [
      'the same with other cells',
      [{ id: 'a', cells: [cell] }, { id: 'b' }, { id: 'a', cells: ['Z13-031133231112', cell] }],
      [
        { id: 'a', cells: [cell, 'Z13-031133231112'] },
        { id: 'b', cells: null },
      ],
    ],
    ['all after some', [{ id: 'a', cells: [cell] }, 'a'], [{ id: 'a', cells: null }]],
    ['some after all', ['a', { id: 'a', cells: [cell] }], [{ id: 'a', cells: null }]],
  ])('%s', (_, given, expected) => {
    expect(acquisitions(given)).toEqual(expected);
  });

  test.each<[unknown, string]>([
    ['a', 'acquisitions must be a list of ids, or of objects with id and cells'],
    [{ id: 'a' }, 'acquisitions must be a list of ids, or of objects with id and cells'],
    [[1], 'acquisitions[0] must be an id, or an object with id and cells'],
    [[''], 'acquisitions[0] must be the id of an acquisition, as a text'],
    [['a', {}], 'acquisitions[1].id is missing'],
    [[{ id: 7 }], 'acquisitions[0].id must be the id of an acquisition, as a text'],
    [[{ id: 'a', cells: cell }], 'acquisitions[0].cells must be a list of ids of cells'],
    [
      [{ id: 'a', cell_ids: [cell, 'Z99-0'] }],
      "acquisitions[0].cell_ids[1] must be the id of a cell such as Z13-031133231113, not 'Z99-0'",
    ],
    [
      [{ id: 'a', cells: ['Z13-0311'] }],
      "acquisitions[0].cells[0] must be the id of a cell such as Z13-031133231113, not 'Z13-0311'",
    ],
    [[{ id: 'a', cells: [5] }], 'acquisitions[0].cells[0] must be the id of a cell such as Z13-031133231113'],
    [[{ id: 'a', cells: [cell], cell_ids: [cell] }], 'acquisitions[0].cells and cell_ids exclude each other: give one'],
    [Array.from({ length: 10_001 }, (_, i) => `a${i}`), 'acquisitions must have at most 10000 elements'],
  ])('%j is refused with its place', (given, reason) => {
    expect(refusal({ ...byIds, acquisitions: given })).toBe(`order_refused: ${reason}`);
  });

  test('one ten thousand times, each with other cells, is read at once', () => {
    const given = Array.from({ length: 10_000 }, (_, i) => ({ id: 'a', cells: [cellOf(i)] }));
    const started = cpuMs();
    expect(acquisitions(given)![0]!.cells).toHaveLength(10_000);
    expect(cpuMs() - started).toBeLessThan(1_000);
  });

  test('take an area as a bbox, a geometry, a text, or what two have in common', () => {
    const square = [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ],
    ];
    const geometry = { type: 'Polygon', coordinates: square };
    for (const area of [
      { bbox: [0, 0, 1, 1] },
      { intersects: geometry },
      { intersects: 'POLYGON((0 0,1 0,1 1,0 1,0 0))' },
    ])
      expect(read({ ...byIds, ...area }).aoi).toEqual(geometry);
    const both = read({ ...byIds, intersects: geometry, bbox: [0.5, 0, 2, 1] }).aoi;
    expect(JSON.stringify(both)).not.toContain('[0,');
  });

  test('an area that is none is refused as those of selects are', () => {
    expect(refusal({ ...byIds, bbox: [0, 0, 0] })).toMatch(/^geometry_unusable: 'bbox'/);
    expect(refusal({ ...byIds, intersects: 'POINT(1 1)' })).toMatch(/^geometry_unusable: 'intersects' has no area/);
  });
});
