import { type Box, boxOf } from '../geometry/box.ts';
import type { Geometry } from '../geometry/geojson.ts';
import { GeoJsonError, readGeoJson } from '../geometry/read-geojson.ts';
import { type CompactText, textOfGeometry } from '../shared/compact-json.ts';
import { type Bbox, bboxProblem, offEarth, readBbox } from './bbox.ts';
import { enclosingBbox } from '../geometry/enclosing-bbox.ts';
import { plainFootprint } from './footprint.ts';
import { readId, readStacVersion } from './identity.ts';
import { requireLonLat } from './require-lon-lat.ts';
import { type ItemTimes, readItemTimes, withoutLeapSeconds } from './item-times.ts';
import { storedAssets } from './local-href.ts';
import { type JsonObject, asObject, asText, asTexts, isObject, refuse } from './refuse.ts';
import { type StoredDocument, canonicalDocument, storedAsWritten, storedDocument } from './stored-document.ts';

/** What a store indexes of an item; all of it is derived from the document. */
export type ItemKeys = ItemTimes & {
  /** Unique within its collection only. */
  readonly id: string;
  readonly collection: string;
  /** The footprint within one turn of the world, cut at the antimeridian; null finds nothing in space. */
  readonly geometry: Geometry | null;
  /** Around the footprint, whatever the document's bbox says; west > east crosses the antimeridian. */
  readonly bbox: Bbox | null;
};

/** A STAC item of version 1.0 or 1.1 that was read and checked. */
export type Item = ItemKeys &
  StoredDocument & {
    readonly document: JsonObject;
    /** `geometry` as JSON, where the text that it was read from has it; null where it is to be written. */
    readonly geometryText: string | null;
  };

/** Links that the service writes itself, for the host that is asked. */
const ownRelations = ['self', 'root', 'parent', 'collection'];

const maxVertices = 100_000;

/** Less than a line may have that is brought in: what is stored can be taken out, with its links, and come back. */
const mostBytes = 15 * 1_024 * 1_024;

/** Of those that come: what is stored already stays readable. */
export function requireStorable({ bytes }: Pick<Item, 'bytes'>): void {
  if (bytes.length > mostBytes)
    refuse('item', `is ${bytes.length} bytes long as it is stored, at most ${mostBytes} are kept`);
}

/**
 * Reads an item from parsed JSON; `collection` is where it is to be stored, where the caller knows it already. `compact`
 * is the text of just that JSON, where it is so.
 */
export function parseItem(json: unknown, collection?: string, compact: CompactText | null = null): Item {
  const given = asObject(json, 'item');
  if (given['type'] !== 'Feature') refuse('type', "must be 'Feature'");
  requireLonLat(given);
  const id = readId(given['id'], 'id');
  const home = readCollection(given['collection'], collection);
  const properties = asObject(given['properties'], 'properties');
  const times = readItemTimes(properties);
  const space = readSpace(given);
  const version = readStacVersion(given['stac_version']);
  const filled = filledIn(given, space.bbox, {
    stac_version: version,
    collection: home,
    assets: readAssets(given['assets']),
    properties: withoutLeapSeconds(properties),
  });
  const document = canonicalDocument(filled, ownRelations);
  if (given['stac_extensions'] !== undefined) asTexts(given['stac_extensions'], 'stac_extensions');
  const isAsWritten = compact !== null && compact.links !== null && filled === given;
  const { bytes, etag } = isAsWritten ? storedAsWritten(compact, given, document) : storedDocument(document);
  const { dt, start, end } = times;
  const { geometry, bbox } = space;
  const isTextOfIt = geometry !== null && geometry === given['geometry'] && compact !== null;
  const geometryText = isTextOfIt ? textOfGeometry(compact) : null;
  return { id, collection: home, dt, start, end, geometry, bbox, document, bytes, etag, geometryText };
}

type Filled = {
  readonly stac_version: string;
  readonly collection: string;
  readonly assets: JsonObject;
  readonly properties: JsonObject;
};

/** The same object where nothing was to be filled in or changed. */
function filledIn(given: JsonObject, around: Bbox | null, filled: Filled): JsonObject {
  // STAC demands it wherever there is a geometry.
  const lacksBbox = around !== null && (given['bbox'] ?? null) === null;
  const isSame =
    given['stac_version'] === filled.stac_version &&
    given['collection'] === filled.collection &&
    given['assets'] === filled.assets &&
    given['properties'] === filled.properties;
  if (isSame && !lacksBbox) return given;
  return { ...given, ...(lacksBbox ? { bbox: around } : {}), ...filled };
}

function readCollection(given: unknown, expected: string | undefined): string {
  if (given === undefined || given === null)
    return expected ?? refuse('collection', 'is a required property: items are stored in a collection');
  const collection = readId(given, 'collection');
  if (expected !== undefined && collection !== expected)
    refuse('collection', `must be '${expected}', where the item is to be stored`);
  return collection;
}

function readAssets(assets: unknown): JsonObject {
  if (assets === undefined) return {};
  const all = asObject(assets, 'assets');
  for (const name of Object.keys(all)) {
    const asset = all[name];
    // The names of members are for complaints: most items give no cause for one.
    if (!isObject(asset) || typeof asset['href'] !== 'string')
      asText(asObject(asset, `assets.${name}`)['href'], `assets.${name}.href`);
  }
  return storedAssets(all);
}

function readSpace({ geometry, bbox }: JsonObject): Pick<ItemKeys, 'geometry' | 'bbox'> {
  if (bbox !== undefined && bbox !== null) readBbox(bbox, refuse);
  if (geometry === undefined) refuse('geometry', 'is a required property; it may be null');
  if (geometry === null) return { geometry: null, bbox: null };
  const read = readGeometry(geometry);
  const box = boxOf(read);
  if (box !== null && bboxProblem(box) !== null) refuse('geometry', offEarth(read)!);
  const footprint = cut(read, bbox, box);
  return { geometry: footprint, bbox: enclosingBbox(footprint, footprint === read ? box : boxOf(footprint)) };
}

/** Rings that cross themselves are stored: real footprints do, and only dear relations mind. */
function readGeometry(value: unknown): Geometry {
  try {
    return readGeoJson(value, { maxVertices });
  } catch (error) {
    if (!(error instanceof GeoJsonError)) throw error;
    return refuse(`geometry${error.path.replaceAll('/', '.')}`, `is wrong: ${error.message}`);
  }
}

function cut(geometry: Geometry, bbox: unknown, box: Box | null): Geometry {
  try {
    return plainFootprint(geometry, bbox, box);
  } catch {
    return refuse('geometry', 'crosses the antimeridian and cannot be cut there: it is not valid');
  }
}
