import { areaOnEarthSqkm } from '../../geometry/area-on-earth.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { SelectRequest } from '../selection.ts';

/** Holds the area of interest to what the operator allows; unless told, any is. */
export function requireAllowedArea({ config }: Pick<Service, 'config'>, { aoi }: SelectRequest): void {
  const { SWATH_AOI_MIN_SQKM: least, SWATH_AOI_MAX_SQKM: most } = config;
  if (aoi === null || (least === 0 && most === 0)) return;
  const sqkm = areaOnEarthSqkm(aoi);
  if (sqkm < least) refuse(sqkm, `at least ${least}`);
  if (most > 0 && sqkm > most) refuse(sqkm, `at most ${most}`);
}

function refuse(sqkm: number, rule: string): never {
  const shown = sqkm >= 10 ? Math.round(sqkm) : Number(sqkm.toPrecision(3));
  throw new PlatformError('geometry_unusable', `the area of interest has ${shown} km2, it must have ${rule}`);
}
