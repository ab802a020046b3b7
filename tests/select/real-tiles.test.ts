import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import { parseItem } from '../../server/src/catalog/item.ts';
import type { JsonObject } from '../../server/src/catalog/refuse.ts';
import { cellOfGridCode, formatCell } from '../../server/src/grid/cell.ts';
import { type Scene, fillCatalog, surveyOf } from './survey-support.ts';

const file = fileURLToPath(new URL('../../../shared/data/stac/maxar/items.ndjson.gz', import.meta.url));
const why = existsSync(file) ? '' : ' (skipped: no ../shared/data/stac/maxar/items.ndjson.gz beside the project)';

const propertiesOf = ({ document }: Scene): JsonObject => document['properties'] as JsonObject;

/** Every seventh tile of the events that names its cell, of many zones and both hemispheres. */
const readScenes = (): readonly Scene[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line, i) => line !== '' && i % 7 === 0)
    .map((line) => parseItem(JSON.parse(line)))
    .filter((scene) => cellOfGridCode(propertiesOf(scene)['grid:code']) !== null);

describe.skipIf(!existsSync(file))(`real tiles${why}`, () => {
  test('the planet: each in its own cell, with the clouds that it says, and all it has', async () => {
    const scenes = readScenes();
    const catalog = await fillCatalog(createMemoryCatalog(), scenes);
    const found = await surveyOf(
      catalog,
      { bbox: [-180, -90, 180, 90], stack_depth: 100 },
      { bounds: { pageSize: 5_000 } },
    );
    const tiles = found.cellList.flatMap(({ best_matches }) => best_matches);
    const items = new Map(scenes.map((scene) => [`${scene.collection} ${scene.id}`, scene]));
    const shown = tiles.flatMap(({ collection, items: ids }) => ids.map((id) => `${collection} ${id}`));
    expect(shown.length).toBeGreaterThan(0.99 * scenes.length);
    expect(new Set(shown).size).toBe(shown.length);
    for (const tile of tiles) {
      const scene = items.get(`${tile.collection} ${tile.items[0]}`)!;
      const { 'grid:code': code, 'tile:clouds_percent': clouds, catalog_id } = propertiesOf(scene);
      expect(tile).toMatchObject({
        id: `${String(catalog_id)}-${tile.cell_id}`,
        cell_id: formatCell(cellOfGridCode(code)!),
        'tile:cloud_percentage': clouds,
        'tile:data_percentage': expect.any(Number),
      });
    }
    expect(found.tiles).toBe(tiles.length);
  });

  test('a tile that has its cell whole says so', async () => {
    const scenes = readScenes();
    const catalog = await fillCatalog(createMemoryCatalog(), scenes);
    const whole = scenes.filter((scene) => Number(propertiesOf(scene)['tile:data_area']) >= 28.2).slice(0, 20);
    expect(whole).toHaveLength(20);
    const ids = whole.map((scene) => String(propertiesOf(scene)['catalog_id']));
    const { cellList } = await surveyOf(catalog, { ids, stack_depth: 100 });
    const tiles = new Map(
      cellList
        .flatMap(({ best_matches }) => best_matches)
        .flatMap((tile) => tile.items.map((id) => [`${tile.collection} ${id}`, tile] as const)),
    );
    for (const scene of whole)
      expect(tiles.get(`${scene.collection} ${scene.id}`)).toMatchObject({
        'aoi:data_percentage': 100,
        'aoi:data_area_sqkm': 25,
      });
  });
});
