import { centralMeridian } from '../../grid/utm.ts';

/** Longitude and latitude. */
export const degreesId = 4326;

export type ReferenceSystem = { readonly name: string; readonly definition: string; readonly description: string };

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/** By its EPSG code: degrees, or a UTM zone of WGS 84. */
export function referenceSystem(epsg: number): ReferenceSystem {
  if (epsg === degreesId)
    return { name: 'WGS 84', definition: wgs84, description: 'longitude and latitude in degrees' };
  const [zone, isSouth] = [epsg % 100, epsg >= 32_700];
  const name = `WGS 84 / UTM zone ${zone}${isSouth ? 'S' : 'N'}`;
  const parameters = {
    latitude_of_origin: 0,
    central_meridian: centralMeridian(zone),
    scale_factor: 0.9996,
    false_easting: 500_000,
    false_northing: isSouth ? 10_000_000 : 0,
  };
  const listed = Object.entries(parameters).map(([parameter, value]) => `PARAMETER["${parameter}",${value}]`);
  const definition =
    `PROJCS["${name}",${wgs84},PROJECTION["Transverse_Mercator"],${listed.join(',')},` +
    `UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","${epsg}"]]`;
  return { name, definition, description: 'easting and northing in metres' };
}
