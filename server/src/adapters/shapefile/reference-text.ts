import { centralMeridian } from '../../grid/utm.ts';

const degrees =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** What a `.prj` says of an EPSG code: degrees, the web map, or a UTM zone of WGS 84. */
export function referenceText(epsg: number): string {
  if (epsg === 4326) return degrees;
  if (epsg === 3857)
    return projected('WGS_1984_Web_Mercator_Auxiliary_Sphere', 'Mercator_Auxiliary_Sphere', {
      False_Easting: 0,
      False_Northing: 0,
      Central_Meridian: 0,
      Standard_Parallel_1: 0,
      Auxiliary_Sphere_Type: 0,
    });
  const [zone, isSouth] = [epsg % 100, epsg >= 32_700];
  return projected(`WGS_1984_UTM_Zone_${zone}${isSouth ? 'S' : 'N'}`, 'Transverse_Mercator', {
    False_Easting: 500_000,
    False_Northing: isSouth ? 10_000_000 : 0,
    Central_Meridian: centralMeridian(zone),
    Scale_Factor: 0.9996,
    Latitude_Of_Origin: 0,
  });
}

function projected(name: string, projection: string, parameters: Readonly<Record<string, number>>): string {
  const listed = Object.entries(parameters).map(([parameter, value]) => `PARAMETER["${parameter}",${decimal(value)}]`);
  return `PROJCS["${name}",${degrees},PROJECTION["${projection}"],${listed.join(',')},UNIT["Meter",1.0]]`;
}

const decimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
