import { describe, expect, test } from 'vitest';
import { byIds, least, read, refusal } from './order-bodies.ts';

const usual = {
  isHd: false,
  isClipped: false,
  grid: 'source',
  rasters: ['visual', 'ms', 'pan'],
  hasDataMask: true,
  hasCloudMask: true,
};

describe('settings of an order', () => {
  test.each<[unknown, object]>([
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [{ bundle_adjust: false }, {}],
    [{ hd: true }, { isHd: true }],
    [{ HD: true }, { isHd: true }],
    [{ clip_to_aoi: true }, { isClipped: true }],
    [{ clipToAoi: true }, { isClipped: true }],
    [{ grid: 'cell' }, { grid: 'cell' }],
    [{ ms_analytic: false, pan_analytic: false }, { rasters: ['visual'] }],
    [{ visual: false }, { rasters: ['ms', 'pan'] }],
    [{ visual: false, ms_analytic: false, pan_analytic: false }, { rasters: [] }],
    [
      { data_mask: false, cloud_mask: false },
      { hasDataMask: false, hasCloudMask: false },
    ],
    [{ water_mask: false, visual: null }, {}],
  ])('%j', (settings, change) => {
    const request = read({ ...least, settings });
    expect(request.settings).toEqual({ ...usual, ...change });
    expect(request.warnings).toEqual([]);
  });

  test.each([{ hd: true }, { HD: true }, { hd: true, settings: { hd: true } }])('HD beside them: %j', (more) => {
    expect(read({ ...least, ...more }).settings.isHd).toBe(true);
  });

  test.each<[object, string]>([
    [{ settings: [] }, 'settings must be an object'],
    [{ settings: 'hd' }, 'settings must be an object'],
    [{ settings: { hd: 'true' } }, 'settings.hd must be true or false'],
    [{ hd: 1 }, 'hd must be true or false'],
    [{ hd: true, settings: { hd: false } }, 'hd and settings.hd differ: give one'],
    [{ hd: true, HD: true }, 'HD is another spelling of hd, which is given too'],
    [{ settings: { hd: true, visual: false } }, 'settings.hd needs settings.visual'],
    [{ settings: { visual: 'yes' } }, 'settings.visual must be true or false'],
    [{ settings: { grid: 'utm' } }, "settings.grid must be 'source' or 'cell'"],
    [{ settings: { water_mask: 'on' } }, 'settings.water_mask must be true or false'],
    [
      { settings: { visual: false, ms_analytic: false, pan_analytic: false, data_mask: false, cloud_mask: false } },
      'settings leave nothing to deliver: every product is switched off',
    ],
    [{ dry_run: 'yes' }, 'dry_run must be true or false'],
  ])('%j is refused', (more, reason) => {
    expect(refusal({ ...least, ...more })).toBe(`order_refused: ${reason}`);
  });

  test('products that are not made are told of where they are asked for by name', () => {
    const { warnings } = read({ ...least, settings: { water_mask: true, bundle_adjust: true, pan_flare_mask: false } });
    expect(warnings).toEqual([
      'settings.bundle_adjust: it is not made here',
      'settings.water_mask: it is not made here',
    ]);
  });

  test('clipping needs an area, which a select may have', () => {
    const settings = { clip_to_aoi: true };
    expect(refusal({ ...byIds, settings })).toBe(
      "order_refused: settings.clip_to_aoi needs an area: 'intersects' or 'bbox'",
    );
    expect(read({ ...byIds, settings, bbox: [0, 0, 1, 1] }).settings.isClipped).toBe(true);
    expect(read({ ...least, settings }).settings.isClipped).toBe(true);
  });
});
