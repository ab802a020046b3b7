import { describe, expect, test } from 'vitest';
import { FilterError } from '../../server/src/catalog/filter-error.ts';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { parseCql2Text, toCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { parseEcql } from '../../server/src/catalog/languages/ecql/parse-ecql.ts';
import { readFes } from '../../server/src/catalog/languages/fes/read-fes.ts';
import { readXml } from '../../server/src/catalog/languages/fes/read-xml.ts';
import { functionsOfLanguages } from '../../server/src/catalog/languages/typed/functions.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';
import { latLonReading } from './finished-features.ts';

/** One condition in three languages. */
type Said = { readonly ecql: string; readonly fes: string; readonly cql2: string };

const read = (name: string): string => `<PropertyName>${name}</PropertyName>`;
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

function said(random: Random, depth: number): Said {
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

function randomFeature(random: Random): object {
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

const ofEcql = (text: string): Filter => parseEcql(text, latLonReading);
const ofFes = (xml: string): Filter => readFes(readXml(`<Filter>${xml}</Filter>`), latLonReading);

describe('one meaning in three languages', () => {
  test('gives the same tree, and the same verdict of every feature', () => {
    const random = createRandom(20_261_117);
    const features = Array.from({ length: 40 }, () => randomFeature(random));
    const verdicts = new Set<unknown>();
    for (let i = 0; i < 150; i++) {
      const one = said(random, 3);
      const tree = parseCql2Text(one.cql2);
      expect({ ...one, tree: ofEcql(one.ecql) }).toEqual({ ...one, tree });
      expect({ ...one, tree: ofFes(one.fes) }).toEqual({ ...one, tree });
      expect(parseCql2Text(toCql2Text(tree))).toEqual(tree);
      const evaluate = compileFilter(tree);
      if (i < 60) for (const feature of features) verdicts.add(evaluate(feature));
    }
    expect(verdicts).toEqual(new Set([true, false, null]));
  });

  test('DURING holds its ends in ECQL and leaves them out in FES', () => {
    const june = { properties: { datetime: '2021-06-01T00:00:00Z' } };
    const period =
      '<TimePeriod><beginPosition>2021-06-01</beginPosition><endPosition>2021-07-01</endPosition></TimePeriod>';
    expect(compileFilter(ofEcql('acquisitionDate DURING 2021-06-01T00:00:00Z/P1M'))(june)).toBe(true);
    expect(compileFilter(ofFes(`<During>${read('acquisitionDate')}${period}</During>`))(june)).toBe(false);
  });
});

/** Nothing but the error of filters, with its place, may leave a parser. */
function outcomeOf(parse: () => Filter): string {
  try {
    compileFilter(parse());
    return 'read or refused';
  } catch (error) {
    return error instanceof FilterError ? 'read or refused' : String(error);
  }
}

function damaged(random: Random, text: string, pieces: readonly string[]): string {
  let broken = text;
  for (let i = 0; i <= random.below(3); i++) {
    const at = random.below(broken.length + 1);
    broken = `${broken.slice(0, at)}${random.pick(pieces)}${broken.slice(at + random.below(6))}`;
  }
  return broken;
}

describe('texts with random damage are read or refused, never worse', () => {
  test('ECQL', () => {
    const random = createRandom(20_261_118);
    const pieces = [
      '',
      '(',
      ')',
      "'",
      '"',
      ',',
      ';',
      ' AND ',
      '[',
      '!',
      '-',
      '/',
      'P1D',
      '2021-02-30',
      'POINT',
      'SRID=',
      'null',
      '\0',
      '\ud800',
      'ENVELOPE(',
      'id',
      '1e999',
      '*',
      'abs(',
      'DURING',
      '\\',
    ];
    for (let i = 0; i < 1_200; i++) {
      const broken = damaged(random, said(random, 2).ecql, pieces);
      expect({ broken, outcome: outcomeOf(() => ofEcql(broken)) }).toEqual({ broken, outcome: 'read or refused' });
    }
  });

  test('FES', () => {
    const random = createRandom(20_261_119);
    const pieces = [
      '',
      '<',
      '>',
      '/',
      '&',
      '&amp;',
      '&x;',
      '<a>',
      '</Not>',
      '<!--',
      ']]>',
      '<![CDATA[',
      '"',
      ' x="',
      'NaN',
      '1e999',
      '\0',
      '\ud800',
      '<Literal/>',
      '<pos/>',
      '<!DOCTYPE a>',
      '<Function name="constructor"/>',
      'srsName="',
      '-',
    ];
    for (let i = 0; i < 1_200; i++) {
      const broken = damaged(random, said(random, 2).fes, pieces);
      expect({ broken, outcome: outcomeOf(() => ofFes(broken)) }).toEqual({ broken, outcome: 'read or refused' });
    }
  });

  test('FES that is XML still, with elements in other places', () => {
    const random = createRandom(20_261_120);
    for (let i = 0; i < 600; i++) {
      const [first, second] = [said(random, 2).fes, said(random, 2).fes];
      const elements = [...second.matchAll(/<(\w+)(?: [^>]*)?>[^<]*<\/\1>/g)].map(([whole]) => whole);
      const broken = first.replace(/<(\w+)(?: [^>]*)?>[^<]*<\/\1>/, elements.length === 0 ? '' : random.pick(elements));
      expect({ broken, outcome: outcomeOf(() => ofFes(broken)) }).toEqual({ broken, outcome: 'read or refused' });
    }
  });
});

test('every function with arguments of every kind is read or refused, and never throws for a feature', () => {
  const random = createRandom(20_261_121);
  const features = Array.from({ length: 10 }, () => randomFeature(random));
  const values =
    `source|cloudCover|acquisitionDate|featureGeometry|niirs|isBrowse|id()|now()|'x'|''|'2021-06-01'|'yyyy-MM'|
    'POINT(1 2)'|5|-0.5|1e300|true|2021-06-01|POINT(1 2)|MULTIPOINT EMPTY|ENVELOPE(1,2,4,3)|abs(niirs)|
    centroid(featureGeometry)`.split(/\|\s*/);
  let readCount = 0;
  for (const { name, arguments: count } of functionsOfLanguages)
    for (let i = 0; i < 40; i++) {
      const args = Array.from({ length: Math.max(0, count + random.pick([0, 0, 0, 1, -1])) }, () =>
        random.pick(values),
      );
      const text = `${name}(${args.join(', ')})${random.pick([' = 1', " = 'x'", ' IS NULL', '', ' > 2021-06-01'])}`;
      const outcome = outcomeOf(() => {
        const filter = ofEcql(text);
        const evaluate = compileFilter(filter);
        for (const feature of features) evaluate(feature);
        readCount++;
        return filter;
      });
      expect({ text, outcome }).toEqual({ text, outcome: 'read or refused' });
    }
  expect(readCount).toBeGreaterThan(200);
});
