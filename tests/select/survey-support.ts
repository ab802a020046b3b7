import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import { parseItem } from '../../server/src/catalog/item.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import type { Visibility } from '../../server/src/catalog/visibility.ts';
import type { Geometry } from '../../server/src/geometry/geojson.ts';
import { cellGeometry } from '../../server/src/grid/cell-polygon.ts';
import { parseCell } from '../../server/src/grid/cell.ts';
import { unpackCells } from '../../server/src/select/pack-cells.ts';
import type { SurveyJob } from '../../server/src/select/ports.ts';
import { readSelectRequest } from '../../server/src/select/read-select.ts';
import { type SurveyBounds, type SurveyNeeds, surveyTiles } from '../../server/src/select/survey.ts';
import { usualBounds } from '../../server/src/select/survey/ports.ts';
import { makeCollection } from '../catalog/contract/fixtures.ts';

export const now = Date.UTC(2026, 6, 1);

/** A cell of 5 km in New Mexico, in the middle of its zone. */
export const home = 'Z13-031133231113';

/** The outline of a cell of any level; of 13 digits it is a quarter of one of 5 km. */
export const outline = (id: string): Geometry => cellGeometry(parseCell(id)!);

/** Quarters of a cell, as one area. */
export const quarters = (id: string, digits: string): Geometry => ({
  type: 'GeometryCollection',
  geometries: [...digits].map((digit) => outline(id + digit)),
});

type Parts = {
  readonly geometry?: Geometry | null;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly collection?: string;
  readonly assets?: object;
  readonly bbox?: readonly number[];
};

export const sceneOf = (
  id: string,
  { geometry = outline(home), properties, collection = 'c', assets = {}, bbox }: Parts = {},
) =>
  parseItem({
    type: 'Feature',
    stac_version: '1.0.0',
    id,
    collection,
    geometry,
    ...(bbox === undefined ? {} : { bbox }),
    properties: { datetime: '2026-01-15T10:00:00Z', ...properties },
    assets,
    links: [],
  });

export type Scene = ReturnType<typeof sceneOf>;

export async function fillCatalog(catalog: Catalog, scenes: readonly Scene[]): Promise<Catalog> {
  for (const id of new Set(scenes.map(({ collection }) => collection)))
    await catalog.putCollection(makeCollection(id), 'upsert', null);
  for (let i = 0; i < scenes.length; i += 500)
    await catalog.putItems(
      scenes.slice(i, i + 500).map((item) => ({ item, ifMatch: null })),
      'upsert',
    );
  return catalog;
}

export type Options = {
  readonly declared?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly bounds?: Partial<SurveyBounds>;
  readonly visibility?: Visibility;
  readonly pause?: SurveyNeeds['pause'];
  readonly search?: (search: Catalog['search']) => SurveyNeeds['search'];
};

export const jobOf = (members: Readonly<Record<string, unknown>>, visibility: Visibility = 'all'): SurveyJob => ({
  request: readSelectRequest(members),
  visibility,
  nowMs: now,
});

export async function surveyOf(catalog: Catalog, members: Readonly<Record<string, unknown>>, options: Options = {}) {
  const { declared = [], files = {}, bounds, visibility, pause = async () => {}, search = (each) => each } = options;
  const needs: SurveyNeeds = {
    search: search(catalog.search),
    declared: () => declared,
    readText: async (location) => files[location] ?? null,
    pause,
  };
  const { summary, packedCells } = await surveyTiles(needs, jobOf(members, visibility), { ...usualBounds, ...bounds });
  return { ...summary, cellList: packedCells.flatMap(unpackCells) };
}

/** Over an archive in memory that has these scenes and nothing else. */
export const select = async (
  scenes: readonly Scene[],
  members: Readonly<Record<string, unknown>>,
  options: Options = {},
) => surveyOf(await fillCatalog(createMemoryCatalog(), scenes), members, options);
