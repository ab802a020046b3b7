import { Type } from 'typebox';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import { understoodMembers } from '../../catalog/languages/search-parameters.ts';
import { membersOfQuery } from '../../catalog/languages/search-query.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import type { Service } from '../../service.ts';
import { toInstant } from '../../shared/dates.ts';
import { findTile } from '../../tiles/image-grid/find-tile.ts';
import { findTiles } from '../../tiles/image-grid/find-tiles.ts';
import { positionAfter } from '../../tiles/image-grid/position-after.ts';
import { type AskedTiles, readTileSearch } from '../../tiles/image-grid/read-tile-search.ts';
import { callerGone } from '../caller-gone.ts';
import { type Call, operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { tileCollectionSchema, tileFeatures, tileSchema, tilesBody, tilesQuery } from '../wire/selects/image-grid.ts';
import { geojson, json } from '../wire/files/media-types.ts';
import { type Paging, pageLinks, pagingByGet, pagingByPost } from '../wire/catalog/page-links.ts';
import { single } from '../wire/parts/single-parameter.ts';

const about = {
  summary: 'Search tiles: items by the cells of the imagery grid',
  tag: 'Imagery grid',
  description:
    'Takes every parameter of `/search` and finds the same items; answers a feature for each cell of 5 km that an acquisition shows something of, ' +
    'with the footprint within the cell, its area and percentages. In the order of the items, then of the cells. ' +
    '`limit` counts tiles. `numberMatched` is there where all tiles are on the page.',
  checksOwnBody: true,
  contentType: geojson,
  answers: { 200: tileCollectionSchema },
} as const;

const hrefOf = ({ config }: Pick<Service, 'config'>): string => `${config.baseUrl}/services/imagegrid/search`;

const understood = <T>(given: Readonly<Record<string, T>>): Readonly<Record<string, T>> => {
  const { last, ...rest } = given;
  return { ...understoodMembers(rest as Record<string, T>), ...(last === undefined ? {} : { last }) };
};

export const tilesByGet = operation({
  ...about,
  query: tilesQuery,
  handle: (service, call) =>
    tiles(
      service,
      call,
      readTileSearch(membersOfQuery(call.query)),
      withoutLast(pagingByGet, hrefOf(service), understood(call.query)),
    ),
});

export const tilesByPost = operation({
  ...about,
  body: tilesBody,
  mostPositions: defaultBounds.maxVertices,
  isBodyOptional: true,
  handle: (service, call) => {
    const body = call.body as JsonObject;
    return tiles(service, call, readTileSearch(body), withoutLast(pagingByPost, hrefOf(service), understood(body)));
  },
});

type MakePaging<T> = (href: string, type: string, given: Readonly<Record<string, T>>) => Paging;

/** Other pages are named by tokens, which stand in for `last`. */
function withoutLast<T>(make: MakePaging<T>, href: string, given: Readonly<Record<string, T>>): Paging {
  const { last: _last, ...rest } = given;
  const further = make(href, geojson, rest);
  return { ...further, self: make(href, geojson, given).self };
}

async function tiles(
  service: Service,
  { principal, reply }: Pick<Call, 'principal' | 'reply'>,
  { request, position, last }: AskedTiles,
  paging: Paging,
) {
  const visibility = visibilityOf(principal);
  const options = { signal: callerGone(reply) };
  const start = last === null ? position : await positionAfter(service, visibility, request, last, options);
  const page = await findTiles(service, visibility, { request, position: start }, options);
  void reply.type(`${geojson}; charset=utf-8`);
  return {
    type: 'FeatureCollection',
    features: page.found.map(tileFeatures({ ...service, accountId: principal.account.id }, request.fields)),
    timestamp: toInstant(service.clock.nowMs()),
    ...(page.matched === null ? {} : { numberMatched: page.matched.atLeast }),
    numberReturned: page.found.length,
    links: [...pageLinks(page, paging), { rel: 'root', type: json, href: `${service.config.baseUrl}/` }],
  };
}

export const tileById = operation({
  summary: 'One tile',
  description:
    'An acquisition within a cell. The same acquisition id in more than one collection needs `collection` too.',
  tag: 'Imagery grid',
  params: Type.Object({ id: Type.String({ description: '`{acquisition}-Z13-031133231113`' }) }),
  query: Type.Object({ collection: Type.Optional(Type.String()) }),
  checksOwnBody: true,
  contentType: geojson,
  errors: [404],
  answers: { 200: tileSchema },
  handle: async (service, { params, query, principal, reply }) => {
    const collection = single(query, 'collection');
    const tile = await findTile(service, visibilityOf(principal), params.id, collection, callerGone(reply));
    void reply.type(`${geojson}; charset=utf-8`);
    return tileFeatures({ ...service, accountId: principal.account.id }, null)(tile);
  },
});
