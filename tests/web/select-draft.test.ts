import { describe, expect, test } from 'vitest';
import { areaOfBox } from '../../web/src/aoi/area.ts';
import { areaText } from '../../web/src/aoi/area-text.ts';
import { namesText } from '../../web/src/catalog/collection-names.ts';
import { criteriaOf, queryOf } from '../../web/src/select/criteria.ts';
import { draftOfAddress, draftOfRequest, emptyDraft } from '../../web/src/select/draft.ts';
import { keptWords } from '../../web/src/select/kept-members.ts';
import { DraftProblem, requestOfDraft } from '../../web/src/select/request-of-draft.ts';
import { selectSnippet } from '../../web/src/select/select-snippet.ts';

const draftAt = (address: string) => draftOfAddress(new URLSearchParams(address));
const rowsOf = (filter: object | string) =>
  draftAt(`filter=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}`).criteria;

describe('a select in the address', () => {
  test('the area, the period, the collections and the acquisitions are filled in', () => {
    const draft = draftAt('aoi=9.7,50.93,9.78,50.98&datetime=2024-02/..&collections=a,b&ids=x,y&name=Rhön');
    expect(requestOfDraft(draft)).toEqual({
      bbox: [9.7, 50.93, 9.78, 50.98],
      datetime: '2024-02-01/..',
      collections: ['a', 'b'],
      ids: ['x', 'y'],
      stack_depth: 5,
      best_cover: 100,
      name: 'Rhön',
    });
  });

  test.each([
    ['2024', '2024-01-01/2024-12-31'],
    ['2024-02', '2024-02-01/2024-02-29'],
    ['2023/2024-02', '2023-01-01/2024-02-29'],
    ['../2024-05-01T12:00:00Z', '../2024-05-01'],
    ['2024-05-01T00:00:00Z/', '2024-05-01/..'],
  ])('the period %s', (datetime, sent) => {
    expect(requestOfDraft(draftAt(`aoi=0,0,1,1&datetime=${datetime}`)).datetime).toBe(sent);
  });

  test('ids of collections keep their commas and space', () => {
    const collections = ['winter, spring', ' my scenes ', '50%2C'];
    const address = new URLSearchParams({ collections: namesText(collections) });
    expect(draftOfAddress(address).collections).toEqual(collections);
  });

  test('what is broken or hostile there is left out', () => {
    for (const address of ['aoi=<script>', 'aoi=9,9', 'datetime=yesterday', 'datetime=%00/%00', 'collections=,,'])
      expect(draftAt(address)).toEqual(emptyDraft);
  });
});

describe('a select that is changed and run again', () => {
  test('says the same unless something is changed', () => {
    const request = {
      intersects: 'POLYGON((0 0,1 0,1 1,0 0))',
      ids: ['a'],
      datetime: '2020-01-01T10:30:00Z/2021-12-31',
      collections: ['c'],
      image_age_category: ['fresh', 'training'],
      query: { 'eo:cloud_cover': { lte: 20, gt: 0 }, platform: { in: ['a', 'b'] }, name: { eq: '0123' } },
      stack_depth: 3,
      best_cover: 95.5,
      name: 'n',
      metadata: { project: 'harbour' },
    };
    const draft = draftOfRequest(request);
    expect(areaText(draft.area!)).toBe(request.intersects);
    expect(requestOfDraft(draft)).toEqual(request);
    expect(draft.criteria).toHaveLength(4);
  });

  test('a list of one that was sent as a text is a list of one', () => {
    const draft = draftOfRequest({ ids: 'a', collections: 'c', image_age_category: 'fresh', query: {} });
    expect(requestOfDraft(draft)).toMatchObject({ ids: ['a'], collections: ['c'], image_age_category: ['fresh'] });
  });

  const sent = {
    intersects: 'POLYGON((0 0,1 0,1 1,0 0))',
    bbox: [0, 0, 0.5, 0.5],
    datetime: '2020-01-01T10:30:00Z/..',
    metadata: 'PO 1',
    query: {},
  };

  test('what has no field goes along until something else takes its place, and is named', () => {
    const draft = draftOfRequest(sent);
    const { bbox, datetime, intersects, metadata } = sent;
    expect(requestOfDraft(draft)).toMatchObject({ bbox, datetime, intersects, metadata });
    expect(keptWords(sent)).toEqual([
      'the box 0, 0, 0.5, 0.5, beyond which the area does not count',
      'the times of day in 2020-01-01T10:30:00Z/..',
      'its metadata',
    ]);
    const elsewhere = requestOfDraft({ ...draft, area: areaOfBox(5, 5, 6, 6), until: '2020-02-01' });
    expect(elsewhere).toEqual({ bbox: [5, 5, 6, 6], datetime: '2020-01-01/2020-02-01', metadata, stack_depth: 5 });
    expect(requestOfDraft({ ...draft, area: null, from: '', ids: 'a' })).toEqual({
      ids: ['a'],
      metadata,
      stack_depth: 5,
    });
    expect(keptWords({ bbox: [0, 0, 1, 1], datetime: '2020/2021', metadata: null })).toEqual([]);
  });

  test('an area that cannot be drawn here goes along too', () => {
    const undrawn = { intersects: 'GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0)))', query: {}, best_cover: 90 };
    expect(requestOfDraft(draftOfRequest(undrawn))).toEqual({ ...undrawn, query: undefined, stack_depth: 5 });
    expect(keptWords(undrawn)).toEqual(['its area, which cannot be drawn here']);
  });

  test('a query that rows cannot say is kept as JSON', () => {
    const query = { and: [{ gsd: { lt: 1 } }, { not: { platform: { eq: 'x' } } }] };
    const draft = draftOfRequest({ bbox: [0, 0, 1, 1], query, stack_depth: 5 });
    expect(draft.queryText).not.toBeNull();
    expect(requestOfDraft(draft)).toEqual({ bbox: [0, 0, 1, 1], query, stack_depth: 5 });
  });
});

describe('criteria', () => {
  test('rows without a value say nothing, numbers are numbers, lists are lists', () => {
    const rows = [
      { field: ' gsd ', operator: 'between', value: '0.3, 0.5' },
      { field: 'gsd', operator: 'neq', value: '0.4' },
      { field: 'view:off_nadir', operator: 'lte', value: ' ' },
      { field: '', operator: 'lte', value: '1' },
      { field: 'acquisition_id', operator: 'in', value: '1030010012345678, x' },
    ] as const;
    expect(queryOf(rows)).toEqual({
      gsd: { between: [0.3, 0.5], neq: 0.4 },
      acquisition_id: { in: ['1030010012345678', 'x'] },
    });
    expect(queryOf(criteriaOf(queryOf(rows))!)).toEqual(queryOf(rows));
  });
});

test('what is missing is told before anything is sent', () => {
  expect(() => requestOfDraft(emptyDraft)).toThrow(DraftProblem);
  const draft = draftAt('ids=a');
  expect(requestOfDraft(draft)).toEqual({ ids: ['a'], stack_depth: 5 });
  expect(() => requestOfDraft({ ...draft, stackDepth: 'many' })).toThrow('The stack depth must be a number.');
  expect(() => requestOfDraft({ ...draft, queryText: '{' })).toThrow('The criteria are no JSON');
  expect(() => requestOfDraft({ ...draft, queryText: '[]' })).toThrow('must be a JSON object');
});

test('quotes of a name do not break out of the command', () => {
  const facts = { url: 'https://s.example', vendor: 'vendor', request: { name: `'; rm -rf ~; '` } };
  expect(selectSnippet('curl', facts)).toContain(String.raw`"'\''; rm -rf ~; '\''"`);
  expect(selectSnippet('CLI', facts)).toContain(String.raw`"'\''; rm -rf ~; '\''"`);
  expect(selectSnippet('CLI', { ...facts, vendor: 'acme' })).toContain('SWATH_VENDOR=acme swath select --request -');
  expect(selectSnippet('TypeScript', facts)).toContain('swath.selects.create({');
  expect(selectSnippet('TypeScript', { ...facts, vendor: 'acme' })).toContain("vendor: 'acme'");
});

describe('the filter of a search that is handed over', () => {
  const cloud = { property: 'eo:cloud_cover' };

  test('fills the rows, and the usual ones that it does not fill stay', () => {
    const filter = {
      op: 'and',
      args: [
        { op: '<=', args: [cloud, 10] },
        { op: 'in', args: [{ property: 'platform' }, ['A-1', 'B-2']] },
      ],
    };
    expect(rowsOf(filter)).toEqual([
      { field: 'eo:cloud_cover', operator: 'lte', value: '10' },
      { field: 'platform', operator: 'in', value: 'A-1, B-2' },
      { field: 'view:off_nadir', operator: 'lte', value: '' },
    ]);
  });

  test('what rows cannot say, and what is no filter, is left out', () => {
    const odd = [
      '{',
      '[]',
      '"x"',
      'null',
      { op: 'constructor', args: [cloud, 1] },
      { op: 'in', args: [cloud, ['a,b']] },
    ];
    for (const filter of [...odd, { op: 'like', args: [{ op: 'casei', args: [cloud] }, 'x'] }, { op: '<=' }])
      expect(rowsOf(filter)).toEqual(emptyDraft.criteria);
  });
});
