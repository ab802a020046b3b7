import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import type { OrderSettings, RasterProduct } from '../order.ts';
import { namedMembers } from './order-members.ts';
import { refuseOrder } from './refuse-order.ts';

const rasterMembers = { visual: 'visual', ms: 'ms_analytic', pan: 'pan_analytic' } as const satisfies Record<
  RasterProduct,
  string
>;

/** Of the service family, but not made here; they are on by default there. */
const notMade = [
  'bundle_adjust',
  'healthy_vegetation_mask',
  'ms_saturation_mask',
  'pan_flare_mask',
  'terrain_shadow_mask',
  'water_mask',
] as const;

const names = [
  'hd',
  'clip_to_aoi',
  'grid',
  ...Object.values(rasterMembers),
  'data_mask',
  'cloud_mask',
  ...notMade,
] as const;

/** What `settings` may hold, for whoever wrote it elsewhere. */
export const settingNames: readonly string[] = names;

export type ReadSettings = {
  readonly settings: OrderSettings;
  readonly warnings: readonly string[];
  readonly unknown: readonly string[];
};

/** `topHd` stands beside the settings. */
export function readSettings(value: unknown, topHd: unknown): ReadSettings {
  const given: JsonObject =
    value === undefined ? {} : isObject(value) ? value : refuseOrder('settings', 'must be an object');
  const { members, unknown } = namedMembers(given, names, 'settings.');
  const isOn = (name: (typeof names)[number], fallback: boolean) =>
    readSwitch(members[name], `settings.${name}`) ?? fallback;
  const rasters = (Object.keys(rasterMembers) as RasterProduct[]).filter((product) =>
    isOn(rasterMembers[product], true),
  );
  const settings: OrderSettings = {
    isHd: readHd(members.hd, topHd),
    isClipped: isOn('clip_to_aoi', false),
    grid: readGrid(members.grid),
    rasters,
    hasDataMask: isOn('data_mask', true),
    hasCloudMask: isOn('cloud_mask', true),
  };
  if (settings.isHd && !rasters.includes('visual')) refuseOrder('settings.hd', 'needs settings.visual');
  if (rasters.length === 0 && !settings.hasDataMask && !settings.hasCloudMask)
    refuseOrder('settings', 'leave nothing to deliver: every product is switched off');
  const warnings = notMade.filter((name) => isOn(name, false)).map((name) => `settings.${name}: it is not made here`);
  return { settings, warnings, unknown };
}

export function readSwitch(value: unknown, member: string): boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'boolean' ? value : refuseOrder(member, 'must be true or false');
}

function readHd(inside: unknown, beside: unknown): boolean {
  const [settingsHd, topHd] = [readSwitch(inside, 'settings.hd'), readSwitch(beside, 'hd')];
  if (settingsHd !== null && topHd !== null && settingsHd !== topHd)
    refuseOrder('hd', 'and settings.hd differ: give one');
  return settingsHd ?? topHd ?? false;
}

function readGrid(value: unknown): OrderSettings['grid'] {
  if (value === undefined) return 'source';
  return value === 'source' || value === 'cell' ? value : refuseOrder('settings.grid', "must be 'source' or 'cell'");
}
