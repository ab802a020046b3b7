import type { Filter } from '../../server/src/catalog/filter.ts';
import { readFes } from '../../server/src/catalog/languages/fes/read-fes.ts';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import type { Random } from '../support/seeded-random.ts';
import { latLonReading, parseEcql } from './finished-features.ts';

/** One condition in three languages. */
export type Said = { readonly ecql: string; readonly fes: string; readonly cql2: string };

export const read = (name: string): string => `<PropertyName>${name}</PropertyName>`;
const written = (value: string | number): string => `<Literal>${value}</Literal>`;

const comparisons = [
  ['=', 'EqualTo'],
  ['<>', 'NotEqualTo'],
  ['<', 'LessThan'],
  ['>', 'GreaterThan'],
  ['<=', 'LessThanOrEqualTo'],
  ['>=', 'GreaterThanOrEqualTo'],
] as const;

const sources = ['WV01', 'WV02', 'wv01', 'GE_1'];
const days = ['2021-06-01', '2021-06-15', '2021-07-01'];
const clouds = [0, 0.07, 0.1, 0.29, 0.57, 0.58, 1];

function comparison(random: Random): Said {
  const [sign, name] = random.pick(comparisons);
  const operator = `PropertyIs${name}`;
  const kind = random.below(3);
  if (kind === 0) {
    const source = random.pick(sources);
    return {
      ecql: `source ${sign} '${source}'`,
      fes: `<${operator}>${read('source')}${written(source)}</${operator}>`,
      cql2: `platform ${sign} '${source}'`,
    };
  }
  if (kind === 1) {
    const cloud = random.pick(clouds);
    return {
      ecql: `cloudCover ${sign} ${cloud}`,
      fes: `<${operator}>${read('Vendor:cloudCover')}${written(cloud)}</${operator}>`,
      cql2: `eo:cloud_cover ${sign} ${Math.round(cloud * 100)}`,
    };
  }
  const day = random.pick(days);
  return {
    ecql: `acquisitionDate ${sign} '${day}'`,
    fes: `<${operator}>${read('acquisitionDate')}${written(`${day}T02:00:00+02:00`)}</${operator}>`,
    cql2: `datetime ${sign} TIMESTAMP('${day}T00:00:00Z')`,
  };
}

function test3(random: Random): Said {
  const [a, b] = [random.pick(clouds), random.pick(clouds)];
  const [x, y] = [random.below(20) - 10, random.below(20) - 10];
  const day = random.pick(days);
  return random.pick<Said>([
    {
      ecql: `cloudCover BETWEEN ${a} AND ${b}`,
      fes: `<PropertyIsBetween>${read('cloudCover')}<LowerBoundary>${written(a)}</LowerBoundary><UpperBoundary>${written(b)}</UpperBoundary></PropertyIsBetween>`,
      cql2: `eo:cloud_cover BETWEEN ${Math.round(a * 100)} AND ${Math.round(b * 100)}`,
    },
    {
      ecql: String.raw`source ILIKE 'ge\__'`,
      fes: `<PropertyIsLike matchCase="false" wildCard="*" singleChar="." escapeChar="!">${read('source')}${written('ge_.')}</PropertyIsLike>`,
      cql2: String.raw`CASEI(platform) LIKE CASEI('ge\__')`,
    },
    {
      ecql: 'niirs IS NULL',
      fes: `<PropertyIsNull>${read('niirs')}</PropertyIsNull>`,
      cql2: 'niirs IS NULL',
    },
    {
      ecql: `acquisitionDate BEFORE ${day}T00:00:00Z`,
      fes: `<Before>${read('acquisitionDate')}<TimeInstant><timePosition>${day}</timePosition></TimeInstant></Before>`,
      cql2: `T_BEFORE(datetime, TIMESTAMP('${day}T00:00:00Z'))`,
    },
    {
      ecql: `BBOX(featureGeometry,${y},${x},${y + 4},${x + 4})`,
      fes: `<BBOX>${read('featureGeometry')}<Envelope srsName="EPSG:4326"><lowerCorner>${x} ${y}</lowerCorner><upperCorner>${x + 4} ${y + 4}</upperCorner></Envelope></BBOX>`,
      cql2: `S_INTERSECTS(envelope(geometry), BBOX(${x}, ${y}, ${x + 4}, ${y + 4}))`,
    },
    {
      ecql: `INTERSECTS(featureGeometry, POLYGON((${y} ${x}, ${y} ${x + 5}, ${y + 5} ${x}, ${y} ${x})))`,
      fes: `<Intersects>${read('featureGeometry')}<Polygon><exterior><LinearRing><posList>${y} ${x} ${y} ${x + 5} ${y + 5} ${x} ${y} ${x}</posList></LinearRing></exterior></Polygon></Intersects>`,
      cql2: `S_INTERSECTS(geometry, POLYGON((${x} ${y}, ${x + 5} ${y}, ${x} ${y + 5}, ${x} ${y})))`,
    },
    {
      ecql: `DWITHIN(featureGeometry, SRID=4326;POINT(${x} ${y}), 300, kilometers)`,
      fes: `<DWithin>${read('featureGeometry')}<Point srsName="urn:ogc:def:crs:EPSG::4326"><pos>${y} ${x}</pos></Point><Distance uom="m">300000</Distance></DWithin>`,
      cql2: `distance(geometry, POINT(${x} ${y})) <= 300000`,
    },
    {
      ecql: 'sunElevation - offNadirAngle * 2 > cloudCover',
      fes: `<PropertyIsGreaterThan><Sub>${read('sunElevation')}<Mul>${read('offNadirAngle')}${written(2)}</Mul></Sub>${read('cloudCover')}</PropertyIsGreaterThan>`,
      cql2: 'view:sun_elevation - view:off_nadir * 2 > eo:cloud_cover / 100',
    },
    {
      ecql: "strToUpperCase(source) = 'WV01'",
      fes: `<PropertyIsEqualTo><Function name="strToUpperCase">${read('source')}</Function>${written('WV01')}</PropertyIsEqualTo>`,
      cql2: "upper(platform) = 'WV01'",
    },
  ]);
}

/** Conditions in each other, at most so deep. */
export function said(random: Random, depth: number): Said {
  const kind = depth === 0 ? 0 : random.below(3);
  if (kind === 0) return random.chance(0.5) ? comparison(random) : test3(random);
  if (kind === 1) {
    const { ecql, fes, cql2 } = said(random, depth - 1);
    return { ecql: `NOT (${ecql})`, fes: `<Not>${fes}</Not>`, cql2: `NOT (${cql2})` };
  }
  const parts = Array.from({ length: 2 + random.below(2) }, () => said(random, depth - 1));
  const word = random.pick(['And', 'Or'] as const);
  const joined = (texts: readonly string[]) => texts.map((text) => `(${text})`).join(word.toUpperCase());
  return {
    ecql: joined(parts.map(({ ecql }) => ecql)),
    fes: `<${word}>${parts.map(({ fes }) => fes).join('')}</${word}>`,
    cql2: joined(parts.map(({ cql2 }) => cql2)),
  };
}

export function randomFeature(random: Random): object {
  const [x, y] = [random.below(20) - 10, random.below(20) - 10];
  const ring = [
    [x, y],
    [x + 3, y],
    [x, y + 3],
    [x, y],
  ];
  const maybe = <T>(value: T): T | null => (random.chance(0.8) ? value : null);
  return {
    id: `f${random.below(100)}`,
    geometry: maybe({ type: 'Polygon', coordinates: [ring] }),
    properties: {
      platform: maybe(random.pick(sources)),
      datetime: maybe(`${random.pick(days)}T00:00:0${random.below(2)}Z`),
      'eo:cloud_cover': maybe(random.pick([0, 7, 10, 29, 57, 58, 100])),
      'view:off_nadir': maybe(random.below(40)),
      'view:sun_elevation': maybe(random.below(90)),
      niirs: maybe(5),
    },
  };
}

export const ofEcql = (text: string): Filter => parseEcql(text, latLonReading);
export const ofFes = (xml: string): Filter => readFes(readXml(`<Filter>${xml}</Filter>`), latLonReading);
