import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { type Extent, extentMember, joinedExtent, readExtent } from './extent.ts';
import { geoJsonType, jsonType } from './json-document.ts';
import { acquisitionCollectionName, rootCollectionName, safeId } from './layout.ts';

/** What an order delivered of an acquisition. */
export type AcquisitionTiles = {
  readonly acquisitionId: string;
  /** Of the items, below the prefix: `13/031133231113/2020-03-04/{acquisition}.json`. */
  readonly items: readonly string[];
  readonly extent: Extent;
};

/** The tiles of one acquisition, with those that other orders put below the same prefix: `earlier` is what lies there. */
export function acquisitionCollection(orderId: string, tiles: AcquisitionTiles, earlier: unknown): JsonObject {
  const { acquisitionId } = tiles;
  const before = readEarlier(acquisitionId, earlier);
  const items = [...new Set([...tiles.items.map((item) => `../${item}`), ...before.hrefs])].sort();
  const root = `../order_collections/${rootCollectionName(orderId)}`;
  return {
    type: 'Collection',
    stac_version: '1.0.0',
    stac_extensions: [],
    id: acquisitionId,
    title: acquisitionId,
    description: `${acquisitionId} ARD Tiles`,
    license: 'proprietary',
    extent: extentMember([joinedExtent([tiles.extent, ...before.extents])]),
    links: [
      ...['root', 'parent'].map((rel) => ({ rel, href: root, type: jsonType })),
      ...items.map((href) => ({ rel: 'item', href, type: geoJsonType })),
    ],
  };
}

type Earlier = { readonly hrefs: readonly string[]; readonly extents: readonly Extent[] };
const nothing: Earlier = { hrefs: [], extents: [] };

/** Of a file that anybody may have written: only what has the form of our own. */
function readEarlier(acquisitionId: string, document: unknown): Earlier {
  if (!isObject(document) || document['id'] !== acquisitionId || !Array.isArray(document['links'])) return nothing;
  const hrefs = document['links'].flatMap((link: unknown) =>
    isObject(link) && link['rel'] === 'item' && isItemHref(acquisitionId, link['href']) ? [link['href']] : [],
  );
  const extent = readExtent(document['extent']);
  return hrefs.length === 0 || extent === null ? nothing : { hrefs, extents: [extent] };
}

const itemHref = /^\.\.\/\d{2}\/[0-3]{12}\/\d{4}-\d{2}-\d{2}\/([^/]+)\.json$/;

const isItemHref = (acquisitionId: string, href: unknown): href is string =>
  typeof href === 'string' && itemHref.exec(href)?.[1] === safeId(acquisitionId);

/** As the root collection links to it. */
export const acquisitionHref = (acquisitionId: string): string =>
  `../acquisition_collections/${acquisitionCollectionName(acquisitionId)}`;
