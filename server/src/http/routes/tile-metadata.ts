import { Type } from 'typebox';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import { type JsonObject, isObject, refuse } from '../../catalog/refuse.ts';
import { formatCell, parseCell, tileSteps } from '../../grid/cell.ts';
import { findTilesOf, requireReadable } from '../../select/running/find-tiles-of.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { callerGone } from '../caller-gone.ts';
import { type Call, operation } from '../route.ts';
import { selectBody } from '../wire/selects/select-schemas.ts';
import { metadataFormats, tileFeature, tilesAs } from '../wire/selects/tile-metadata.ts';

// Tiles without a select: the metadata calls of this service family.

const tag = 'Select';
const about = {
  tag,
  body: selectBody,
  isBodyOptional: true,
  query: Type.Object({
    format: Type.Optional(Type.Enum([...metadataFormats], { description: '`geojson` when absent.' })),
  }),
  checksOwnBody: true,
  mostPositions: defaultBounds.maxVertices,
  answers: { 200: Type.Unknown() },
};
const ofCell = Type.Object({ cell_id: Type.String({ description: '`Z13-031133231113`.' }) });

export const tilesOfArea = operation({
  ...about,
  summary: 'Tiles over an area, newest first',
  description:
    'What `POST /select` takes; nothing is kept, and `stack_depth` is all when absent. At most 10,000 tiles.',
  handle: async (service, call) =>
    answer(service, call, await findTilesOf(service, call.principal, membersOf(call), gone(call))),
});

export const tilesOfCell = operation({
  ...about,
  summary: 'Tiles of a cell, newest first',
  params: ofCell,
  errors: [404],
  handle: async (service, call) => {
    const members = membersOf(call);
    requireReadable(members);
    const cell = knownCell(call.params.cell_id);
    return answer(service, call, await findTilesOf(service, call.principal, members, gone(call), cell));
  },
});

export const tileOfCell = operation({
  summary: 'What an acquisition shows of a cell',
  tag,
  params: Type.Object({ ...ofCell.properties, acquisition: Type.String() }),
  errors: [404],
  answers: { 200: Type.Unknown() },
  handle: async (service, call) => {
    const { cell_id: id, acquisition } = call.params;
    const [tile] = await findTilesOf(service, call.principal, { ids: [acquisition] }, gone(call), knownCell(id));
    if (tile === undefined) throw new PlatformError('not_found');
    return tileFeature(tile);
  },
});

const gone = ({ reply }: Pick<Call, 'reply'>) => callerGone(reply);

/** One client writes `acq_ids`. */
function membersOf({ body }: Pick<Call, 'body'>): JsonObject {
  const members: JsonObject = isObject(body) ? body : refuse('body', 'must be an object');
  return { ...members, ids: members['ids'] ?? members['acq_ids'] };
}

function knownCell(id: string) {
  const cell = parseCell(id);
  if (cell?.quadkey.length !== tileSteps) throw new PlatformError('not_found');
  return { id: formatCell(cell), cell };
}

function answer(service: Service, { query }: Pick<Call, 'query'>, tiles: Parameters<typeof tilesAs>[1]) {
  const { format = 'geojson' } = query as { readonly format?: unknown };
  const known = metadataFormats.find((each) => each === format);
  if (known === undefined) return refuse('format', `must be one of ${metadataFormats.join(', ')}`);
  return tilesAs(known, tiles, service.config.baseUrl);
}
