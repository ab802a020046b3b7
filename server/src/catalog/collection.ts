import { readBbox } from './bbox.ts';
import { readId, readStacVersion } from './identity.ts';
import { storedAssets } from './local-href.ts';
import { type JsonObject, asObject, asText, asTexts, isGiven, isObject, refuse } from './refuse.ts';
import { type StoredDocument, canonicalDocument, storedDocument } from './stored-document.ts';
import { readTime } from './time-key.ts';
import { checkValidation } from './validation.ts';

/** A STAC collection of version 1.0 or 1.1 that was read and checked. */
export type Collection = StoredDocument & { readonly id: string; readonly document: JsonObject };

/** Relations of OGC API Features for which no shorter name is registered. */
export const queryablesRelation = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';
export const sortablesRelation = 'http://www.opengis.net/def/rel/ogc/1.0/sortables';
export const schemaRelation = 'http://www.opengis.net/def/rel/ogc/1.0/schema';

/** Links that the service writes itself, for the host that is asked. */
const ownRelations = [
  'self',
  'root',
  'parent',
  'items',
  'aggregate',
  'aggregations',
  queryablesRelation,
  sortablesRelation,
  schemaRelation,
];

/** Reads a collection from parsed JSON; `id` is where it is to be stored, where the caller knows it already. */
export function parseCollection(json: unknown, id?: string): Collection {
  const given = asObject(json, 'collection');
  if (given['type'] !== 'Collection') refuse('type', "must be 'Collection'");
  const ownId = readId(given['id'] ?? id, 'id');
  if (id !== undefined && ownId !== id) refuse('id', `must be '${id}', where the collection is to be stored`);
  asText(given['description'], 'description');
  asText(given['license'], 'license');
  if (isGiven(given['title'])) asText(given['title'], 'title');
  // Left to the items where it is not given.
  if (given['extent'] !== undefined) checkExtent(asObject(given['extent'], 'extent'));
  checkValidation(given);
  if (given['stac_extensions'] !== undefined) asTexts(given['stac_extensions'], 'stac_extensions');
  const version = readStacVersion(given['stac_version']);
  const links = withoutBrowse(given['links']);
  checkAbout(given);
  const assets = isGiven(given['assets']) ? { assets: storedAssets(asObject(given['assets'], 'assets')) } : {};
  const document = canonicalDocument(
    { ...withoutItemType(given), ...assets, links, id: ownId, stac_version: version },
    ownRelations,
  );
  return { id: ownId, document, ...storedDocument(document) };
}

function checkAbout({ keywords, providers, summaries }: JsonObject): void {
  if (isGiven(keywords)) asTexts(keywords, 'keywords');
  if (isGiven(summaries)) asObject(summaries, 'summaries');
  if (isGiven(providers) && !(Array.isArray(providers) && providers.every(isObject)))
    refuse('providers', 'must be an array of objects');
}

/** The service says it of every collection: what was read may be written back. */
function withoutItemType(given: JsonObject): JsonObject {
  const { itemType, ...rest } = given;
  return itemType === 'feature' ? rest : given;
}

/** Other children are the document's own; this one is the service's, for whoever browses. */
const withoutBrowse = (links: unknown): unknown =>
  Array.isArray(links) ? links.filter((link) => !isBrowseLink(link)) : links;

const isBrowseLink = (link: unknown): boolean =>
  isObject(link) &&
  link['rel'] === 'child' &&
  typeof link['href'] === 'string' &&
  /\/collections\/[^/]+\/browse$/.test(link['href']);

function checkExtent(extent: JsonObject): void {
  const boxes = asObject(extent['spatial'], 'extent.spatial')['bbox'];
  if (!Array.isArray(boxes) || boxes.length === 0) return refuse('extent.spatial.bbox', 'must be an array of bboxes');
  for (const box of boxes) readBbox(box, (_, rule) => refuse('extent.spatial.bbox', rule));
  const intervals = asObject(extent['temporal'], 'extent.temporal')['interval'];
  if (!Array.isArray(intervals) || intervals.length === 0 || !intervals.every(isInterval))
    return refuse('extent.temporal.interval', 'must be an array of pairs, each end an RFC 3339 date-time or null');
  if (intervals.some(isReversed)) refuse('extent.temporal.interval', 'must not end before it starts');
}

type Interval = readonly [start: string | null, end: string | null];

function isInterval(value: unknown): value is Interval {
  return Array.isArray(value) && value.length === 2 && value.every(isEnd);
}

const isReversed = ([start, end]: Interval): boolean =>
  start !== null && end !== null && readTime(start)! > readTime(end)!;

const isEnd = (end: unknown): boolean => end === null || (typeof end === 'string' && readTime(end) !== null);
