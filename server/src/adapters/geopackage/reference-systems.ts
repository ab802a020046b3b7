import { centralMeridian } from '../../grid/utm.ts';

/** Longitude and latitude. */
export const degreesId = 4326;

export type ReferenceSystem = { readonly name: string; readonly definition: string; readonly description: string };

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

const webMercator =
  `PROJCS["WGS 84 / Pseudo-Mercator",${wgs84},PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],` +
  'PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],' +
  'UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],' +
  // Without this, readers that know no code take it for a Mercator on the ellipsoid.
  'EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m ' +
  '+nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]';

/** By its EPSG code: degrees, the web map, or a UTM zone of WGS 84. */
export function referenceSystem(epsg: number): ReferenceSystem {
  if (epsg === degreesId)
    return { name: 'WGS 84', definition: wgs84, description: 'longitude and latitude in degrees' };
  if (epsg === 3857)
    return { name: 'WGS 84 / Pseudo-Mercator', definition: webMercator, description: 'metres on the web map' };
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
