import { describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import { open, temporaryFile } from '../catalog/sqlite/temporary-catalogue.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { randomMembers, randomScenes, shuffled } from './random-archive.ts';
import { fillCatalog, surveyOf } from './survey-support.ts';

const rounds = 60;

describe('the same select finds the same', () => {
  test(
    'in memory and in SQLite, with and without an index, whatever order items came in',
    { timeout: 60_000 },
    async () => {
      const seed = testSeed();
      const random = createRandom(seed);
      const scenes = randomScenes(random, 240);
      const declared = ['catalog_id', 'acquisition_id', 'platform', 'eo:cloud_cover', 'view:off_nadir'];
      const plain = await fillCatalog(createMemoryCatalog(), scenes);
      const other = await fillCatalog(createMemoryCatalog(), shuffled(random, scenes));
      const { catalog } = await open(temporaryFile(), declared);
      await fillCatalog(catalog, shuffled(random, scenes));
      let [tiles, nothing] = [0, 0];
      for (let round = 0; round < rounds; round++) {
        const members = randomMembers(random);
        const expected = await surveyOf(plain, members);
        const stored = await surveyOf(catalog, members, { declared });
        const turned = await surveyOf(other, members, { bounds: { pageSize: 7 } });
        tiles += expected.tiles;
        if (expected.tiles === 0) nothing++;
        const where = `seed ${seed}, round ${round}: ${JSON.stringify(members)}`;
        expect({ where, ...stored }).toEqual({ where, ...expected });
        expect({ where, ...turned }).toEqual({ where, ...expected });
      }
      expect(tiles).toBeGreaterThan(500);
      expect(nothing).toBeLessThan(rounds / 2);
    },
  );
});
