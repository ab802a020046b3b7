import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderService, acquisitions, startOrderService, strangerTo } from '../orders/support-orders.ts';

let swath: OrderService;
let id: string;

type Row = {
  readonly id: string;
  readonly hd: { readonly is_possible: boolean; readonly reason: string };
  readonly [member: string]: unknown;
};
type Rows = { readonly data: readonly Row[]; readonly has_more: boolean; readonly next?: string };

beforeAll(async () => {
  swath = await startOrderService();
  id = (await swath.select()).id;
});
afterAll(() => swath.stop());

const read = async (query = ''): Promise<Rows> => {
  const answer = await swath.ask('GET', `/select/${id}/acquisitions${query}`);
  expect(answer.status).toBe(200);
  return answer.json<Rows>();
};

describe('GET /select/{select_id}/acquisitions 200', () => {
  test('each acquisition with its facts, and why it can be had as HD or not', async () => {
    const { data, has_more: hasMore } = await read();
    expect(hasMore).toBe(false);
    expect(data.find((row) => row.id === acquisitions.fit)).toEqual({
      id: acquisitions.fit,
      collection: 'scenes',
      datetime: '2026-05-01T10:00:00.000000Z',
      platform: 'worldview-02',
      tiles: expect.any(Number),
      area_sqkm: expect.any(Number),
      cloud_percentage: null,
      gsd: 0.4,
      off_nadir: null,
      hd: { is_possible: true, reason: 'its resolution is within what HD is made from' },
    });
    const reasons = Object.fromEntries(data.map(({ id: each, hd }) => [each, hd]));
    expect(reasons[acquisitions.fine]).toEqual({
      is_possible: false,
      reason: '0.3 m is fine already: HD is for imagery coarser than 0.31 m',
    });
    expect(reasons[acquisitions.coarse]).toEqual({
      is_possible: false,
      reason: '0.5 m is too coarse: HD is for imagery of up to 0.4 m',
    });
  });

  test('the verdict is that of an order with HD', async () => {
    for (const { id: acquisition, hd } of (await read()).data) {
      const json = {
        acquisitions: [acquisition],
        settings: { hd: true },
        output_config: { bucket: 'managed', prefix: '' },
        dry_run: true,
      };
      const { status } = await swath.ask('POST', '/order', { json });
      expect([acquisition, status]).toEqual([acquisition, hd.is_possible ? 200 : 400]);
    }
  });

  test('page behind page, each once', async () => {
    const all = (await read()).data.map((row) => row.id);
    const first = await read('?limit=2');
    expect(first.has_more).toBe(true);
    const second = await read(`?limit=2&after=${first.next}`);
    expect([...first.data, ...second.data].map((row) => row.id)).toEqual(all);
    expect(second.has_more).toBe(false);
    expect((await read('?after=99')).data).toEqual([]);
  });

  test('imagery that has gone since says so', async () => {
    const href = swath.file('gone.tif', new Uint8Array(8));
    await swath.item('10400100GONE0000', { assets: { visual: { href } }, properties: { gsd: 0.4 } });
    const json = { ids: ['10400100GONE0000'] };
    const { id: other } = (await swath.ask('POST', '/select', { json })).json<{ id: string }>();
    await swath.send('DELETE', '/collections/scenes/items/10400100GONE0000');
    const { data } = (await swath.ask('GET', `/select/${other}/acquisitions`)).json<Rows>();
    expect(data[0]?.hd).toEqual({ is_possible: false, reason: 'it is not in the catalogue any more' });
  });
});

describe('GET /select/{select_id}/acquisitions 400', () => {
  test("unknown, broken and another's", async () => {
    const token = await strangerTo(swath);
    for (const [path, options] of [
      ['/select/1234567890123456789/acquisitions', {}],
      ['/select/x/acquisitions', {}],
      [`/select/${id}/acquisitions`, { token }],
      [`/select/${id}/acquisitions?after=x`, {}],
      [`/select/${id}/acquisitions?limit=0`, {}],
    ] as const)
      expect([path, (await swath.ask('GET', path, options)).status]).toEqual([path, 400]);
  });
});
