import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isHdPossible } from '../../../server/src/orders/placing/check-hd.ts';
import { quarters, tiff } from '../../http/imagery/picture-archive.ts';
import { type Placing, startPlacing } from '../support/placing-fixture.ts';

describe('HD is possible', () => {
  const usual = { SWATH_HD_ABOVE_GSD: 0.31, SWATH_HD_UP_TO_GSD: 0.4 };

  test.each<[number | null, boolean]>([
    [null, false],
    [0.2, false],
    [0.3, false],
    [0.31, false],
    [0.310_000_5, false],
    [0.310_01, true],
    [0.35, true],
    [0.4, true],
    [0.400_000_5, true],
    [0.400_01, false],
    [0.5, false],
    [1, false],
  ])('%d m: %s', (gsd, isPossible) => {
    expect(isHdPossible(gsd, usual)).toBe(isPossible);
  });

  test('between other bounds, where they are set', () => {
    expect(isHdPossible(0.5, { SWATH_HD_ABOVE_GSD: 0.4, SWATH_HD_UP_TO_GSD: 0.6 })).toBe(true);
  });
});

const body = (...acquisitions: string[]) => ({ acquisitions, bucket: 'deliveries', hd: true });

describe('an order with HD', () => {
  let placing: Placing;
  beforeAll(async () => {
    placing = await startPlacing();
    const { archive, item } = placing;
    const grey = tiff(archive.file('ms.tif', quarters.bytes({ bands: 4, bits: 16 })), { roles: ['data'] });
    const picture = tiff(archive.file('rgb.tif', quarters.bytes()), { roles: ['data'] });
    await item('good', { properties: { gsd: 0.35 } });
    await item('by-pan', { properties: { gsd: null, pan_resolution_avg: 0.4 } });
    await item('picture', { properties: { gsd: 0.35 }, assets: { scene: picture } });
    await item('fine', { properties: { gsd: 0.3 } });
    await item('coarse', { properties: { gsd: 0.5, pan_resolution_avg: 0.35 } });
    await item('silent', { properties: { gsd: null } });
    await item('text', { properties: { gsd: '0.35' } });
    await item('no-visual', { properties: { gsd: 0.35 }, assets: { ms_analytic: grey } });
    await item('measured', { properties: { gsd: 0.35 }, assets: { scene: grey } });
    await item('mixed-1', { properties: { catalog_id: 'mixed', gsd: 0.35 } });
    await item('mixed-2', { properties: { catalog_id: 'mixed', gsd: 0.5 } });
  });
  afterAll(() => placing.stop());

  test.each(['good', 'by-pan', 'picture'])('%s is placed', async (id) => {
    expect((await placing.place(body(id))).order.settings.isHd).toBe(true);
  });

  test.each(['fine', 'coarse', 'silent', 'text', 'no-visual', 'measured', 'mixed'])('%s is refused', async (id) => {
    expect(await placing.refused(body(id))).toBe(`hd_not_possible: ${id}`);
  });

  test('all that fail are listed, each once, in one order', async () => {
    const list = 'hd_not_possible: coarse, fine, no-visual, silent';
    expect(await placing.refused(body('silent', 'good', 'no-visual', 'fine', 'coarse'))).toBe(list);
    expect(await placing.refused(body('coarse', 'fine', 'no-visual', 'good', 'silent'))).toBe(list);
  });

  test('without HD all of them are placed', async () => {
    const all = ['good', 'fine', 'coarse', 'silent', 'no-visual', 'measured', 'mixed'];
    expect((await placing.place({ ...body(...all), hd: false })).order.acquisitions).toHaveLength(all.length);
  });
});
