import { readSearchBody } from '../../catalog/languages/search-parameters.ts';
import { type JsonObject, asText, isObject, refuse } from '../../catalog/refuse.ts';
import { readTileToken } from './tile-position.ts';
import type { TileSearch } from './find-tiles.ts';

/** A search for tiles; `last` is the id of the last tile that an older client has seen. */
export type AskedTiles = TileSearch & { readonly last: string | null };

/** Every parameter of a search; tokens and `last` are of tiles. */
export function readTileSearch(members: unknown): AskedTiles {
  if (!isObject(members)) return refuse('body', 'must be an object');
  const { token, last, ...rest }: JsonObject = members;
  const request = readSearchBody(rest);
  const position = isGiven(token) ? readTileToken(asText(token, 'token'), request.sort) : null;
  if (position !== null && isGiven(last)) refuse('last', "and 'token' cannot be used together");
  if (request.skip > 0 && (position !== null || isGiven(last)))
    refuse('page', `and '${position === null ? 'last' : 'token'}' cannot be used together`);
  return { request, position, last: isGiven(last) ? asText(last, 'last') : null };
}

const isGiven = (member: unknown): boolean => member !== undefined && member !== null;
