import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../../server/src/shared/clock.ts';
import { createKey } from '../../support/accounts.ts';
import { findMaxArd } from '../../support/max-ard.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { acquisitions, cells } from './support-delivery-service.ts';
import { type MaxArdService, startMaxArdService } from './support-max-ard-service.ts';

const python = findMaxArd();

type Listed = { readonly id: string; readonly status: string; readonly area: number };
type Told = { readonly value?: readonly Listed[]; readonly error?: string; readonly message?: string };

/** Two of max_ard's pages, which hold 100: also the last one is full. */
const perDay = 50;
const dayCount = 4;

describe.skipIf(python === null)('max_ard Order.list_orders', () => {
  let swath: MaxArdService;
  let told: Readonly<Record<string, Told>>;
  /** Newest first. */
  const ids: string[] = [];
  const clock = movableClock();
  const today = () => new Date(clock.nowMs()).toISOString().slice(0, 10);
  const dates: string[] = [];

  beforeAll(async () => {
    swath = await startMaxArdService({ SWATH_DELIVERY: '0' }, { clock });
    // A token would not last through these days.
    const { api_key: key } = await createKey(swath.url, swath.token);
    for (let day = 0; day < dayCount; day++) {
      clock.advance(dayMs);
      dates.push(today());
      for (let number = 0; number < perDay; number++) {
        clock.advance(1);
        ids.unshift(await order(key, day, number));
      }
    }
    told = await swath.runMaxArd(python!, './max_ard_list.py', {
      all: {},
      some: { limit: 130 },
      after: { starting_after: ids[119] },
      before: { ending_before: ids[20], limit: 20 },
      one_day: { start_date: dates[1], end_date: dates[1] },
      since: { start_date: dates[1] },
      until: { end_date: dates[0] },
      filtered: { filter: 'metadata.customer.name:Nor' },
      nothing: { filter: 'metadata.customer.name:nobody' },
      nonsense: { filter: 'no colon' },
      no_order: { starting_after: 'elsewhere' },
    });
  }, 120_000);
  afterAll(() => swath?.stop());

  async function order(key: string, day: number, number: number): Promise<string> {
    const json = {
      acquisitions: [{ id: acquisitions.other, cells: [cells.west] }],
      output_config: { bucket: 'managed', prefix: '' },
      metadata: { customer: { name: number % 25 === day ? 'North & sons' : 'South' } },
    };
    const answer = await swath.send('POST', '/order', { key, json });
    if (answer.status !== 200) throw new Error(`ordering answered ${answer.status}: ${answer.text}`);
    return answer.json<{ id: string }>().id;
  }

  const idsOf = (name: string) => told[name]!.value?.map(({ id }) => id);

  test('fetches all pages, newest first, each order once with its status and usage', () => {
    expect(idsOf('all')).toEqual(ids);
    expect(told['all']!.value![0]).toEqual({ id: ids[0], status: 'RUNNING', area: 24 });
  });

  test('stops at its limit, and goes on after an order or before one', () => {
    expect(idsOf('some')).toEqual(ids.slice(0, 130));
    expect(idsOf('after')).toEqual(ids.slice(120));
    expect(idsOf('before')).toEqual(ids.slice(0, 20));
  });

  test('within dates, both days included', () => {
    expect(idsOf('one_day')).toEqual(ids.slice(100, 150));
    expect(idsOf('since')).toEqual(ids.slice(0, 150));
    expect(idsOf('until')).toEqual(ids.slice(150));
  });

  test('by what stands in the metadata', () => {
    const northern = [3, 2, 1, 0].flatMap((day) => [day * perDay + day + 25, day * perDay + day]);
    expect(idsOf('filtered')).toEqual(northern.map((placed) => ids.at(-1 - placed)));
    expect(idsOf('nothing')).toEqual([]);
  });

  test('what cannot be asked reaches its user', () => {
    expect(told['nonsense']).toMatchObject({
      error: 'BadARDRequest',
      message: expect.stringContaining('filter') as unknown,
    });
    expect(told['no_order']).toMatchObject({
      error: 'BadARDRequest',
      message: expect.stringContaining('starting_after') as unknown,
    });
  });
});
