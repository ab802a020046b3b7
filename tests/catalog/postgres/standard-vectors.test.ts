import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseItem } from '../../../server/src/catalog/item.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { put, putCollections, search } from '../contract/fixtures.ts';
import { countRows, hasVectors, layer, whySkipped as whyNoVectors } from '../vector-files.ts';
import { ownSchema, whyNone, whySkipped } from './server.ts';

const rows = countRows();
const layers = [...new Set(rows.map(({ dataSource }) => dataSource))];

/** Some properties of the layers, so that SQL decides some filters and the evaluator others. */
const declared = ['name', 'pop_other', 'date', 'start', 'boolean', 'depth', 'NAME', 'POP_EST'];

describe.skipIf(whyNone !== null || !hasVectors)(
  `predicates of the standard's annex on PostgreSQL${whyNoVectors || whySkipped}`,
  () => {
    const own = ownSchema();
    let catalog: Catalog;
    beforeAll(async () => {
      ({ catalog } = await own.open({ declared }));
      await putCollections(catalog, ...layers);
      for (const collection of layers)
        await put(
          catalog,
          layer(collection).map(({ id, geometry, properties }) =>
            parseItem({
              type: 'Feature',
              stac_version: '1.0.0',
              id: String(id),
              collection,
              geometry,
              properties: { ...properties, datetime: null },
              assets: {},
              links: [],
            }),
          ),
        );
    });
    afterAll(() => own.drop());

    test('all 187 rows are there', () => expect(rows).toHaveLength(187));

    test.each(rows)('$conformanceClass: $filter', async ({ filter, dataSource, expectedCount, observedCount }) => {
      const { matched } = await search(catalog, { collections: [dataSource], limit: 0, filter });
      expect(matched).toEqual({ atLeast: observedCount ?? expectedCount, isExact: true });
    });
  },
);
