import type { Crs } from './georeference.ts';

const wgs84 = '+datum=WGS84 +units=m +no_defs';
const nad83 = '+datum=NAD83 +units=m +no_defs';
const grs80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';

const utm = (zone: number, earth: string, hemisphere: 'north' | 'south' = 'north') =>
  `+proj=utm +zone=${zone}${hemisphere === 'south' ? ' +south' : ''} ${earth}`;

/** Runs of codes that are the zones of a UTM grid: first code, first and last zone. */
const zones: readonly (readonly [number, number, number, string, 'north' | 'south'])[] = [
  [32601, 1, 60, wgs84, 'north'],
  [32701, 1, 60, wgs84, 'south'],
  [25828, 28, 38, grs80, 'north'],
  [26901, 1, 23, nad83, 'north'],
  [28348, 48, 58, grs80, 'south'],
  [7846, 46, 59, grs80, 'south'],
  [31965, 11, 22, grs80, 'north'],
  [31977, 17, 25, grs80, 'south'],
];

/** Single systems; national ones with the parameters of their datum that need no grid file. */
const single: Readonly<Record<number, string>> = {
  4326: '+proj=longlat +datum=WGS84 +no_defs',
  4258: '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs',
  4269: '+proj=longlat +datum=NAD83 +no_defs',
  4283: '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs',
  4167: '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs',
  7844: '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs',
  3857: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  3395: `+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 ${wgs84}`,
  3413: `+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 ${wgs84}`,
  3031: `+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 ${wgs84}`,
  3995: `+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +x_0=0 +y_0=0 ${wgs84}`,
  6933: `+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0 ${wgs84}`,
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${grs80}`,
  3034: `+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 ${grs80}`,
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${grs80}`,
  2193: `+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 ${grs80}`,
  3577: `+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 ${grs80}`,
  3978: `+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 ${nad83}`,
  5070: `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 ${nad83}`,
  2056: '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m +no_defs',
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
  28992:
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725 +units=m +no_defs',
};

/** The system as proj4 writes it; null for a code that is not known here. */
export function proj4TextOf(crs: Crs): string | null {
  if ('proj4' in crs) return crs.proj4;
  const { epsg } = crs;
  const run = zones.find(([first, from, to]) => epsg >= first && epsg <= first + to - from);
  if (run === undefined) return single[epsg] ?? null;
  const [first, from, , earth, hemisphere] = run;
  return utm(from + epsg - first, earth, hemisphere);
}

export const nameOf = (crs: Crs): string => ('epsg' in crs ? `EPSG:${crs.epsg}` : crs.proj4);

/** What longitudes and latitudes are in. */
export const degrees: Crs = { epsg: 4326 };
