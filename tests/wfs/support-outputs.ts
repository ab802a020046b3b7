import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileMakers } from '../../server/src/adapters/wfs/file-makers.ts';
import type { Geometry } from '../../server/src/geometry/geojson.ts';
import type { ShownAttribute } from '../../server/src/wfs/attribute-table.ts';
import { gmlIdOf } from '../../server/src/wfs/feature-ids.ts';
import type { FeatureTokens } from '../../server/src/wfs/outputs/feature-tokens.ts';
import type { AnswerContext, Feature, Value } from '../../server/src/wfs/outputs/output.ts';
import { outputNamed } from '../../server/src/wfs/outputs/outputs.ts';

const attribute = (name: string, type: ShownAttribute['type']): ShownAttribute => ({
  name,
  type,
  source: { kind: 'property', name },
  factor: 1,
});

export const attributes: readonly ShownAttribute[] = [
  attribute('featureId', 'string'),
  attribute('groundSampleDistance', 'number'),
  attribute('groundSampleDistanceUnit', 'string'),
  attribute('ceCategory', 'integer'),
  attribute('isMultiPart', 'boolean'),
  attribute('acquisitionDate', 'dateTime'),
  attribute('note', 'string'),
];

export const contextOf = (more: Partial<AnswerContext> = {}): AnswerContext => ({
  version: '2.0.0',
  prefix: 'Acme',
  namespace: 'urn:swath:wfs:acme',
  attributes,
  hasGeometry: true,
  crs: { srsName: 'urn:ogc:def:crs:EPSG::4326', code: 4326, isLatLon: true },
  timeStamp: '2026-01-01T00:00:00Z',
  schemaHref: 'http://localhost/wfs?a=1&b=2',
  startIndex: 0,
  next: null,
  previous: null,
  isAlone: false,
  options: {},
  ...more,
});

export function featureOf(id: string, geometry: Geometry | null, values: readonly Value[] = []): Feature {
  const filled = attributes.map(({ name }, i): Value => (name === 'featureId' ? id : (values[i - 1] ?? null)));
  return { id, gmlId: gmlIdOf(id), collection: 'c', geometry, values: filled };
}

/** With the clock, as nobody wants it. */
export const box = (x: number, y: number, size: number) => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];

const note = `<b> & "q" 'a', ]]> \r\n\t; end`;

/** One of each kind that is awkward, whatever holds it; all have a geometry of areas or none. */
export const areas: readonly Feature[] = [
  featureOf('plain', { type: 'Polygon', coordinates: [box(10, 20, 1)] }, [
    0.5,
    'Meter',
    7,
    true,
    '2026-02-03T04:05:06.789Z',
    note,
  ]),
  featureOf('hole', { type: 'Polygon', coordinates: [box(0, 0, 10), box(2, 3, 4)] }, [1e-7, 'ä€𝄞', -3, false]),
  featureOf('antimeridian', { type: 'MultiPolygon', coordinates: [[box(170, -10, 10)], [box(-180, -10, 10)]] }, [
    -0.25,
    '=1+1',
    2 ** 53 - 1,
  ]),
  featureOf('3 <odd> "id"', null, [1e21, 'nul\0 \u0001 \ud800 end']),
  featureOf('all-null', { type: 'Polygon', coordinates: [box(-70, -30, 0.125)] }),
];

export const otherShapes: readonly Feature[] = [
  featureOf('point', { type: 'Point', coordinates: [1.5, 2.5, 99] }),
  featureOf('points', {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  }),
  featureOf('line', {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 2],
    ],
  }),
  featureOf('lines', { type: 'MultiLineString', coordinates: [box(0, 0, 1), box(5, 5, 1)] }),
  featureOf('mixed', {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [5, 6] },
      { type: 'Polygon', coordinates: [box(7, 8, 1)] },
    ],
  }),
];

/** The bytes of an answer in a format. */
export function render(format: string, features: readonly Feature[], more: Partial<AnswerContext> = {}): Buffer {
  const [output, context] = [outputNamed(format)!, contextOf(more)];
  if (output.kind === 'file') return made(output.maker, features, context);
  const writer = output.write(context);
  const totals = { matched: features.length, returned: features.length, isMore: false };
  const head = writer.opening + writer.head(output.isCounted ? totals : null);
  const body = features.map((feature) => writer.feature(tokensOf(feature))).join(writer.between ?? '');
  return Buffer.from(head + body + writer.foot(totals));
}

/** What was read by parsing, as tokens; ids are shared where the name of XML says so. */
export const tokensOf = ({ id, gmlId, collection, geometry, values }: Feature): FeatureTokens => ({
  id: JSON.stringify(id),
  collection: JSON.stringify(collection),
  isIdShared: gmlId !== gmlIdOf(id),
  geometry: geometry && JSON.stringify(geometry),
  values: values.map((value) => (value === null ? null : JSON.stringify(value))),
});

function made(maker: string, features: readonly Feature[], context: AnswerContext): Buffer {
  const temporaryFolder = join(mkdtempSync(join(tmpdir(), 'wfs-make-')), 'made when needed');
  const file = fileMakers[maker]!(context, { temporaryFolder, nowMs: () => Date.UTC(2026, 0, 1) });
  try {
    for (const feature of features) file.add([feature]);
    return Buffer.concat([...file.end()]);
  } finally {
    file.close();
    rmSync(join(temporaryFolder, '..'), { recursive: true, force: true });
  }
}
