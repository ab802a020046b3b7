import { Type } from 'typebox';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import { type AoiMembers, readAoi } from '../../catalog/languages/read-aoi.ts';
import { type QueryParameters, membersOfQuery } from '../../catalog/languages/search-query.ts';
import { isObject, refuse } from '../../catalog/refuse.ts';
import { mostSteps, parseCell, tileSteps } from '../../grid/cell.ts';
import { cellsCovering } from '../../grid/cells-covering.ts';
import { PlatformError } from '../../shared/errors.ts';
import { operation } from '../route.ts';
import {
  cellCollection,
  cellCollectionSchema,
  cellFeature,
  cellFeatureSchema,
  cellsBody,
  cellsQuery,
  mostCellsAnswered,
} from '../wire/selects/grid-cells.ts';
import { geojson } from '../wire/files/media-types.ts';
import { single } from '../wire/parts/single-parameter.ts';

const tag = 'Imagery grid';

export const cell = operation({
  summary: 'A cell of the imagery grid',
  description:
    'Cells are squares in the metres of a UTM zone; those of 12 digits, 5 km a side, are what imagery is cut into. ' +
    'A text that is the id of no cell is not found.',
  tag,
  params: Type.Object({
    cell_id: Type.String({
      description: `\`Z13-031133231113\`, also \`13/031133231113\`, with 1 to ${mostSteps} digits.`,
    }),
  }),
  contentType: geojson,
  errors: [404],
  answers: { 200: cellFeatureSchema },
  handle: (_service, { params, reply }) => {
    void reply.type(`${geojson}; charset=utf-8`);
    return featureOf(params.cell_id);
  },
});

/** The id that is written with a slash is two parts of a path. */
export const cellOfZone = operation({
  summary: 'A cell of the imagery grid, by zone and quadkey',
  tag,
  params: Type.Object({ zone: Type.String(), quadkey: Type.String() }),
  contentType: geojson,
  errors: [404],
  answers: { 200: cellFeatureSchema },
  handle: (_service, { params, reply }) => {
    void reply.type(`${geojson}; charset=utf-8`);
    return featureOf(`${params.zone}/${params.quadkey}`);
  },
});

function featureOf(id: string) {
  const known = parseCell(id);
  if (known === null) throw new PlatformError('not_found');
  return cellFeature(known);
}

const about = {
  summary: 'The cells of the imagery grid that cover an area',
  description:
    'Every cell that shares a point with the area, its border included. Where two UTM zones meet, cells of both overlap and leave no gap. ' +
    `An area of more than ${mostCellsAnswered} cells is refused. GET and POST have the same power.`,
  tag,
  checksOwnBody: true,
  contentType: geojson,
  answers: { 200: cellCollectionSchema },
} as const;

export const cellsByGet = operation({
  ...about,
  query: cellsQuery,
  handle: (_service, { query, reply }) => {
    void reply.type(`${geojson}; charset=utf-8`);
    return cellsOf(membersOf(query));
  },
});

export const cellsByPost = operation({
  ...about,
  body: cellsBody,
  isBodyOptional: true,
  mostPositions: defaultBounds.maxVertices,
  handle: (_service, { body, reply }) => {
    if (!isObject(body)) return refuse('body', 'must be an object');
    void reply.type(`${geojson}; charset=utf-8`);
    return cellsOf(body);
  },
});

type CellsMembers = AoiMembers & { readonly level?: unknown };

function membersOf(query: QueryParameters): CellsMembers {
  const level = single(query, 'level');
  return {
    ...membersOfQuery({ bbox: query['bbox'] }),
    intersects: single(query, 'intersects'),
    level: level !== null && /^\d+$/.test(level) ? Number(level) : level,
  };
}

function cellsOf({ level, ...aoi }: CellsMembers) {
  return cellCollection(cellsCovering(readAoi(aoi), readLevel(level), mostCellsAnswered));
}

function readLevel(level: unknown): number {
  if (level === undefined || level === null) return tileSteps;
  const isLevel = typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= mostSteps;
  return isLevel ? level : refuse('level', `must be a whole number from 1 to ${mostSteps}`);
}
