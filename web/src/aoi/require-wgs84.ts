import { AreaProblem } from './area.ts';

const wgs84 = /^(D_)?(WGS_?19?84|World_?Geodetic_?System_?1984)/i;

/** The text of a .prj: longitude and latitude of WGS 84, or it is refused by its name. */
export function requireWgs84(prj: string): void {
  const text = prj.trim();
  const [, kind, name = 'an unnamed system'] = /^([A-Z_]+)\s*\[\s*"([^"]{0,200})"/i.exec(text) ?? [];
  const isGeographic = /^(GEOGCS|GEOGCRS|GEODCRS)$/i.test(kind ?? '');
  const datum = /(?:DATUM|ENSEMBLE)\s*\[\s*"([^"]{0,200})"/i.exec(text)?.[1] ?? '';
  const isWgs84 = [name.replace(/^GCS_/i, ''), datum].some((each) => wgs84.test(each.replaceAll(/[\s-]+/g, '_')));
  if (isGeographic && isWgs84) return;
  throw new AreaProblem(
    kind === undefined
      ? 'Its .prj cannot be read: save the shapefile in WGS 84 (EPSG:4326).'
      : `It is in ${name.slice(0, 80)}: save the shapefile in WGS 84 (EPSG:4326) first.`,
  );
}
