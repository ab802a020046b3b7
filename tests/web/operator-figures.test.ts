import { describe, expect, test } from 'vitest';
import type { IngestJob, SavedSearch, UsageShare } from '@swath/client';
import { doneText, leftText, rateText, shareOf } from '../../web/src/admin/job-figures.ts';
import { readTimeInterval } from '../../server/src/catalog/datetime-interval.ts';
import { endingOf, uploadTypes } from '../../server/src/http/wire/operating/ingest-request.ts';
import { uploadEndings, uploadTypeOf } from '../../web/src/admin/upload-type.ts';
import { draftOf, draftOfAddress, emptyDraft } from '../../web/src/saved-searches/draft.ts';
import { DraftProblem, changeOf, newSearchOf } from '../../web/src/saved-searches/read-draft.ts';
import { areaText } from '../../web/src/ui/figures.ts';
import { dayBars, niceTop } from '../../web/src/usage/day-bars.ts';
import { lastDays, periodOf, periods } from '../../web/src/usage/period.ts';

const share = (day: string, area: number): UsageShare => ({
  kind: 'day',
  day,
  name: null,
  requests: 0,
  orders: 1,
  area_sqkm: area,
  cost: null,
  delivered_bytes: 0,
});

describe('bars of usage', () => {
  test('a month has a bar for each day, also for those with nothing', () => {
    const period = { start_date: '2026-03-01', end_date: '2026-03-30' };
    const bars = dayBars([share('2026-03-02', 4), share('2026-04-01', 9)], period, 'Area');
    expect(bars).toHaveLength(30);
    expect(bars.slice(0, 3).map(({ value }) => value)).toEqual([0, 4, 0]);
    expect(bars.reduce((sum, { value }) => sum + value, 0)).toBe(4);
  });

  test('a year has a bar for each week; the last may be shorter', () => {
    const period = { start_date: '2026-01-01', end_date: '2026-12-31' };
    const bars = dayBars([share('2026-01-07', 1), share('2026-01-08', 2), share('2026-12-31', 3)], period, 'Area');
    expect([bars.length, bars[0], bars[1], bars.at(-1)]).toEqual([
      53,
      { from: '2026-01-01', days: 7, value: 1 },
      { from: '2026-01-08', days: 7, value: 2 },
      { from: '2026-12-31', days: 1, value: 3 },
    ]);
    expect(dayBars([share('2026-01-07', 1)], period, 'Cost')[0]!.value).toBe(0);
  });

  test.each([
    [0, 1],
    [Number.NaN, 1],
    [0.3, 0.5],
    [1, 1],
    [1.1, 2],
    [51, 100],
    [200, 200],
  ])('the top above %s is %s', (highest, top) => expect(niceTop(highest)).toBeCloseTo(top));

  test('a year that is not over ends today; the last days are thirty', () => {
    const today = new Date('2026-03-05T23:00:00Z');
    expect(periods(today)).toEqual(['2026', '2025', '2024', lastDays]);
    expect(periodOf('2026', today)).toEqual({ start_date: '2026-01-01', end_date: '2026-03-05' });
    expect(periodOf('2025', today)).toEqual({ start_date: '2025-01-01', end_date: '2025-12-31' });
    expect(periodOf(lastDays, today)).toEqual({ start_date: '2026-02-04', end_date: '2026-03-05' });
  });
});

describe('figures of a job', () => {
  const progress = { entries: 50, done: 500, total: 2_000, unit: 'bytes', entries_per_second: 12.4, seconds_left: 125 };
  const moving = (change: Partial<NonNullable<IngestJob['progress']>>) => ({ progress: { ...progress, ...change } });

  test('how far, how fast, and how long it will take', () => {
    expect([shareOf(moving({})), rateText(moving({})), leftText(moving({})), doneText(moving({}))]).toEqual([
      0.25,
      '12 a second',
      'about 2 min left',
      '500 B of 2 kB',
    ]);
  });

  test('where nobody knows the end, nothing is made up', () => {
    const endless = moving({ total: null, seconds_left: null, unit: 'documents' });
    expect([shareOf(endless), leftText(endless), doneText(endless)]).toEqual([
      null,
      'nobody knows how much is left',
      '500 documents',
    ]);
    expect([shareOf({ progress: null }), doneText({ progress: null })]).toEqual([null, 'Nothing read yet']);
    expect(shareOf(moving({ total: 0 }))).toBeNull();
  });

  test('what a file is, by its ending alone', () => {
    expect(['a.NDJSON', 'b.geojson', 'c.parquet', 'd', 'e.exe', 'f.constructor'].map(uploadTypeOf)).toEqual([
      'application/x-ndjson',
      'application/geo+json',
      'application/vnd.apache.parquet',
      null,
      null,
      null,
    ]);
    // All that the service takes can be sent from the page.
    const sent = new Set(uploadEndings.split(',').map(uploadTypeOf));
    expect(uploadTypes.map(endingOf).filter((ending) => !sent.has(uploadTypeOf(`x.${ending}`)))).toEqual([]);
  });
});

describe('drafts of saved searches', () => {
  const saved: SavedSearch = {
    id: '1',
    name: 'Mine',
    search: {
      ids: ['a'],
      intersects: { type: 'Point', coordinates: [1, 2] },
      filter: 'gsd < 1',
      'filter-lang': 'cql2-text',
    },
    notify: { email: ['a@b.c'], webhook: ['https://x.example/hook'] },
    action: { order: { output_config: { bucket: 'b' } }, budget: { cost: 5, area_sqkm: null, period: 'total' } },
    interval_minutes: 15,
    paused: false,
    expires: null,
    created: '2026-01-01T00:00:00Z',
    changed: '2026-01-01T00:00:00Z',
  };

  test('from an address: text, collections with commas in their ids, JSON filters, boxes and outlines', () => {
    const address = new URLSearchParams({
      q: ' harbour ',
      collections: 'a%2Cb,c',
      filter: '{"op":"isNull","args":[{"property":"x"}]}',
      aoi: 'POLYGON((0 0,1 0,1 1,0 0))',
    });
    expect(newSearchOf({ ...draftOfAddress(address), name: 'n' })).toEqual({
      name: 'n',
      search: {
        q: 'harbour',
        collections: ['a,b', 'c'],
        filter: { op: 'isNull', args: [{ property: 'x' }] },
        'filter-lang': 'cql2-json',
        intersects: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      notify: { email: true, webhook: [] },
    });
  });

  test('what is wrong is told in words: JSON, budgets, numbers, addresses', () => {
    const wrong = [
      { filter: '{' },
      { action: 'order' as const },
      { action: 'order' as const, budgetArea: 'much' },
      { action: 'order' as const, budgetCost: '1,000' },
      { told: 'others' as const, emails: ' , ' },
      { interval: '-3' },
    ];
    for (const change of wrong) expect(() => newSearchOf({ ...emptyDraft, ...change })).toThrow(DraftProblem);
  });

  test.each([
    ['2026-01-01/..', '2026-01-01T00:00:00Z/..'],
    ['../2026-01-31', '../2026-01-31T23:59:59.999Z'],
    ['2026-01-01 / 2026-01-31', '2026-01-01T00:00:00Z/2026-01-31T23:59:59.999Z'],
    ['2026-06-15', '2026-06-15T00:00:00Z/2026-06-15T23:59:59.999Z'],
    ['2026-06-15T12:00:00+02:00', '2026-06-15T12:00:00+02:00'],
  ])('days are typed as such, and sent as the service takes them: %s', (typed, sent) => {
    const { search } = newSearchOf({ ...emptyDraft, name: 'n', datetime: typed });
    expect(search).toEqual({ datetime: sent });
    expect(readTimeInterval(sent)).not.toEqual({ start: null, end: null });
  });

  test('what is no interval is left to the service', () =>
    expect(newSearchOf({ ...emptyDraft, name: 'n', datetime: 'a/b/c' }).search).toEqual({ datetime: 'a/b/c' }));

  test('a change sends what is another alone, and keeps what the form cannot show', () => {
    const draft = draftOf(saved);
    expect(draft).toMatchObject({ action: 'kept', told: 'others', emails: 'a@b.c', interval: '15' });
    expect(changeOf(saved, draft)).toEqual({});
    expect(changeOf(saved, { ...draft, name: 'New' })).toEqual({ name: 'New' });
    expect(changeOf(saved, { ...draft, filter: 'gsd < 2' })).toEqual({
      search: { ids: ['a'], intersects: saved.search['intersects'], filter: 'gsd < 2', 'filter-lang': 'cql2-text' },
    });
    expect(changeOf(saved, { ...draft, aoi: '' })).toEqual({
      search: { ids: ['a'], filter: 'gsd < 1', 'filter-lang': 'cql2-text' },
    });
    expect(changeOf(saved, { ...draft, action: 'none', interval: '', expires: '2030-01-01' })).toEqual({
      action: null,
      interval_minutes: null,
      expires: new Date(2030, 0, 1, 23, 59, 59).toISOString(),
    });
  });

  test('collections stay the same ones when something else is changed', () => {
    const search = { collections: ['my scenes', 'a,b'], filter: 'gsd < 1', 'filter-lang': 'cql2-text' };
    const ofSome = { ...saved, search };
    expect(changeOf(ofSome, { ...draftOf(ofSome), filter: 'gsd < 2' })).toEqual({
      search: { ...search, filter: 'gsd < 2' },
    });
  });

  test('an order that the form can show comes back as it was', () => {
    const action = {
      order: { bucket: 'managed', prefix: 'p', hd: true },
      budget: { cost: 1.5, area_sqkm: 10, period: 'week', per_order: { cost: null, area_sqkm: 2 } },
    };
    const draft = draftOf({ ...saved, action });
    expect(draft).toMatchObject({
      action: 'order',
      budgetArea: '10',
      budgetCost: '1.5',
      orderArea: '2',
      orderCost: '',
    });
    expect(newSearchOf({ ...draft, aoi: '' }).action).toEqual({
      order: action.order,
      budget: { cost: 1.5, area_sqkm: 10, period: 'week', per_order: { area_sqkm: 2 } },
    });
  });
});

test('a small area keeps its digits', () => {
  expect([0, 0.0012, 0.04, 0.96, 1.26, 1_234.56].map(areaText)).toEqual([
    '0 km²',
    '0.0012 km²',
    '0.04 km²',
    '0.96 km²',
    '1.3 km²',
    '1,234.6 km²',
  ]);
});
