import { Type } from 'typebox';
import { findItem } from '../../catalog/find-documents.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { describeTiles } from '../../streaming/describe-tiles.ts';
import { tileOf } from '../../streaming/draw-tile.ts';
import { answerPicture } from '../answer-picture.ts';
import { isHeld } from '../revalidate.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { entityTag } from '../wire/files/entity-tag.ts';
import { json } from '../wire/files/media-types.ts';
import { lookNames, lookQuery, pictureTypes, readLook, readTileName } from '../wire/files/picture-request.ts';
import { single } from '../wire/parts/single-parameter.ts';
import { tilesTemplate } from '../wire/files/tiles-template.ts';

const tag = 'Streaming';

const itemOf = { collection: Type.String(), item: Type.String() };

export const tile = operation({
  summary: 'A map tile of an item',
  description:
    'A tile of the web map (EPSG:3857, XYZ scheme), 256 pixels a side or 512 (`size=512`, or `@2x` after y). ' +
    'Where the item has no data, PNG and WebP are transparent and JPEG is white. ' +
    'Sixteen-bit imagery is stretched between its darkest and brightest 2 % unless `rescale` is given.',
  tag,
  params: Type.Object({
    ...itemOf,
    z: Type.String({ description: 'Zoom, 0 to 24.' }),
    x: Type.String({ description: 'Column from the west.' }),
    tile: Type.String({
      description: 'Row from the north and format: `{y}.png`, `.jpg`, `.jpeg` or `.webp`; `{y}@2x.png`.',
    }),
  }),
  query: lookQuery,
  checksOwnBody: true,
  contentType: pictureTypes.png,
  alsoContentTypes: [pictureTypes.jpeg, pictureTypes.webp],
  errors: [404],
  answers: { 200: Type.Unknown({ description: 'The picture.' }), 304: null },
  handle: async (service, call) => {
    const { params, query, principal } = call;
    const { tile: address, isDouble, format } = readTileName(params);
    const look = readLook(query, isDouble);
    const place = { collection: params.collection, item: params.item, visibility: visibilityOf(principal) };
    return answerPicture(service, call, await tileOf(service, place, { ...look, tile: address, format }), format);
  },
});

export const tileJson = operation({
  summary: 'The map tiles of an item, as TileJSON',
  description: 'TileJSON 3.0.0. The parameters are carried into the address of the tiles, a credential never is.',
  tag,
  params: Type.Object(itemOf),
  query: lookQuery,
  checksOwnBody: true,
  contentType: json,
  errors: [404],
  answers: {
    200: Type.Object({
      tilejson: Type.Literal('3.0.0'),
      scheme: Type.Literal('xyz'),
      name: Type.String(),
      bounds: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
      center: Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }),
      minzoom: Type.Integer(),
      maxzoom: Type.Integer(),
      attribution: Type.Optional(Type.String()),
      tiles: Type.Array(Type.String()),
    }),
    304: null,
  },
  handle: async (service, call) => {
    const { params, principal } = call;
    const { apiUrl } = service.config;
    const query = call.query as QueryParameters;
    const { asset, size } = readLook(query);
    const item = await findItem(service, visibilityOf(principal), params.collection, params.item);
    const kept = lookNames.map((name) => [name, single(query, name)] as const);
    const template = tilesTemplate(apiUrl, item, kept);
    if (isHeld(service, call, entityTag(item.etag, template))) return;
    return { ...describeTiles(item, asset, size), tiles: [template] };
  },
});
