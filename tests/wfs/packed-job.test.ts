import { expect, test } from 'vitest';
import { packJob, unpackJob } from '../../server/src/adapters/wfs/packed-job.ts';
import { areaOfBbox, areaOfGeometry } from '../../server/src/catalog/area.ts';
import { everything } from '../../server/src/catalog/search-request.ts';
import type { FeatureJob } from '../../server/src/wfs/ports.ts';
import { attributeTable } from '../../server/src/wfs/attribute-table.ts';
import { defaultCrs } from '../../server/src/wfs/output-crs.ts';

const jobWith = (area: FeatureJob['request']['area']): FeatureJob => ({
  output: 'gml32',
  visibility: new Set(['a']),
  context: {
    version: '2.0.0',
    prefix: 'Swath',
    namespace: 'urn:x',
    attributes: attributeTable,
    hasGeometry: true,
    crs: defaultCrs['2.0.0'],
    timeStamp: '2026-11-16T00:00:00Z',
    schemaHref: 'http://localhost/schema',
    startIndex: 0,
    next: null,
    previous: null,
    isAlone: false,
    options: {},
  },
  request: { ...everything, area },
});

test.each([
  ['no area', null],
  ['a box', areaOfBbox([-108.66, 42.14, -107.66, 43.14])],
  ['a box across the antimeridian', areaOfBbox([179.5, -1, -179.5, 1])],
  ['a box that is a line', areaOfBbox([1, 2, 1, 3])],
  ['a box that is a point', areaOfBbox([1, 2, 1, 2])],
  ['the whole world', areaOfBbox([-180, -90, 180, 90])],
  ['a box beyond one turn', areaOfBbox([170, -10, 200, 10])],
  [
    'a polygon',
    areaOfGeometry({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    }),
  ],
])('a job with %s is the same after it was sent to a thread', (_, area) => {
  const job = jobWith(area);
  const packed = structuredClone(packJob(job, attributeTable));
  expect(unpackJob(packed, attributeTable)).toEqual(job);
});
