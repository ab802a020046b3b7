import type { Area } from '../../catalog/area.ts';
import { readSearchBody } from '../../catalog/languages/search-parameters.ts';
import { joinedParts } from '../../catalog/join-parts.ts';
import { type JsonObject, asText, isGiven, isObject, refuse } from '../../catalog/refuse.ts';
import { polygonsOf, simpleParts } from '../../geometry/geojson.ts';
import { readTileToken } from './tile-position.ts';
import type { TileSearch } from './find-tiles.ts';

/** A search for tiles; `last` is the id of the last tile that an older client has seen. */
export type AskedTiles = TileSearch & { readonly last: string | null };

/** Every parameter of a search; tokens and `last` are of tiles. */
export function readTileSearch(members: unknown): AskedTiles {
  if (!isObject(members)) return refuse('body', 'must be an object');
  const { token, last, ...rest }: JsonObject = members;
  const search = readSearchBody(rest);
  const request = { ...search, area: withoutOverlaps(search.area) };
  const position = isGiven(token) ? readTileToken(asText(token, 'token'), request.sort) : null;
  if (position !== null && isGiven(last)) refuse('last', "and 'token' cannot be used together");
  if (request.skip > 0 && (position !== null || isGiven(last)))
    refuse('page', `and 'offset' cannot be used together with '${position === null ? 'last' : 'token'}'`);
  return { request, position, last: isGiven(last) ? asText(last, 'last') : null };
}

/** Of the parts of an area: where there are more, it takes too long to find what they fill together. */
const mostCrossings = 2_000;

/** Its polygons as one, so that none lies upon another. */
function withoutOverlaps(area: Area | null): Area | null {
  const parts = area === null ? [] : simpleParts(area.geometry);
  if (area === null || parts.length < 2) return area;
  const polygons = polygonsOf(area.geometry).map((coordinates) => ({ type: 'Polygon', coordinates }) as const);
  const joined = joinedParts(polygons, mostCrossings);
  if (joined === null) return area;
  const others = parts.filter((part) => polygonsOf(part).length === 0);
  return { ...area, geometry: { type: 'GeometryCollection', geometries: [joined, ...others] } };
}
