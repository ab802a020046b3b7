import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../../server/src/shared/clock.ts';
import { assert, invalidParameters } from '../../support/assert.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { type OrderRecord, type OrderService, plainOrder, startOrderService } from './support-orders.ts';

let swath: OrderService;
/** Newest first, one a day. */
const ids: string[] = [];

type Page = { readonly data: readonly OrderRecord[]; readonly has_more: boolean };

const clock = movableClock();

beforeAll(async () => {
  swath = await startOrderService({}, { clock });
  for (let day = 0; day < 7; day++) {
    const metadata = { customer: day % 2 === 0 ? 'Even & sons' : 'Odd:Ltd', day };
    const json = { ...plainOrder, metadata };
    ids.unshift((await ask('POST', '', json)).json<OrderRecord>().id);
    clock.advance(dayMs);
  }
});
afterAll(() => swath.stop());

// A token would not last through these days.
const ask = (method: string, query: string, json?: unknown) =>
  swath.ask(method, `/order${query}`, { key: swath.key, ...(json === undefined ? {} : { json }) });

const page = async (query: string): Promise<Page> => {
  const answer = await ask('GET', query);
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.json<Page>();
};
const idsOf = ({ data }: Page) => data.map(({ id }) => id);
const unset = 'ending_before=&start_date=&end_date=&filter=';

const dateOf = (id: string) =>
  swath.service.orders.ofAnyone(id).then((order) => new Date(order!.createdAtMs).toISOString().slice(0, 10));

describe('GET /order without an id', () => {
  test('200 with all orders, newest first, without their long parts', async () => {
    const all = await page('');
    expect([idsOf(all), all.has_more]).toEqual([ids, false]);
    expect(all.data[0]!.order).not.toHaveProperty('acquisitions');
    expect(all.data[0]).toMatchObject({ status: 'RUNNING', order: { output_config: { bucket: 'managed' } } });
  });

  test('200 page by page as the public clients ask, empty strings unset', async () => {
    const seen: string[] = [];
    for (let after = '', hasMore = true; hasMore; after = seen.at(-1)!) {
      const next = await page(`/?limit=3&starting_after=${after}&${unset}`);
      seen.push(...idsOf(next));
      hasMore = next.has_more;
      expect(next.data.length).toBeGreaterThan(0);
    }
    expect(seen).toEqual(ids);
    expect(idsOf(await page(`/?limit=100&starting_after=&${unset}`))).toEqual(ids);
  });

  test('200 with those before one, the nearest', async () => {
    expect(idsOf(await page(`?limit=2&ending_before=${ids[4]}`))).toEqual(ids.slice(2, 4));
  });

  test('200 within dates, both days included', async () => {
    const [first, last] = [await dateOf(ids[5]!), await dateOf(ids[3]!)];
    expect(idsOf(await page(`?start_date=${first}&end_date=${last}`))).toEqual(ids.slice(3, 6));
    expect(idsOf(await page(`?start_date=${first}T00:00:00Z`))).toEqual(ids.slice(0, 6));
  });

  test('200 with those whose record contains the text', async () => {
    const even = ids.filter((_, index) => index % 2 === 0);
    expect(idsOf(await page(`?filter=${encodeURIComponent('metadata.customer:Even & s')}`))).toEqual(even);
    expect(idsOf(await page('?filter=metadata.customer:Odd:Ltd'))).toEqual(ids.filter((id) => !even.includes(id)));
    expect(idsOf(await page('?filter=order.metadata.customer:Even'))).toEqual(even);
    expect(idsOf(await page('?filter=order.output_config.bucket:managed&limit=1'))).toEqual(ids.slice(0, 1));
    expect(idsOf(await page('?filter=metadata.customer:nobody'))).toEqual([]);
    expect(idsOf(await page('?filter=metadata.nothing.at.all:x'))).toEqual([]);
    expect(await page('?filter=metadata.customer:Even&limit=2')).toMatchObject({ has_more: true });
  });

  test.each([
    ['limit=0', /'limit'/],
    ['limit=x', /'limit'/],
    ['limit=5&limit=6', /'limit' must be given once/],
    ['starting_after=abc', /'starting_after'/],
    ['starting_after=5725301122138062875', /'starting_after'/],
    ['starting_after=5725301122138062875&ending_before=5725301122138062875', /exclude/],
    ['start_date=yesterday', /'start_date'/],
    ['end_date=2026-02-30', /'end_date'/],
    ['start_date=2026-03-02&end_date=2026-03-01', /'end_date'/],
    ['filter=metadata', /'filter'/],
    ['filter=:x', /'filter'/],
    ['filter=a..b:x', /'filter'/],
  ])('400 for %s', async (query, message) => {
    assert.refusal(await ask('GET', `?${query}`), { ...invalidParameters, message });
  });

  test('200 for a limit beyond 1000, which is clamped', async () => {
    for (const limit of ['100000', '9'.repeat(30)]) expect(idsOf(await page(`?limit=${limit}`))).toEqual(ids);
  });
});
