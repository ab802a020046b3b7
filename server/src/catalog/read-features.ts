import { PlatformError } from '../shared/errors.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import { parseItem } from './item.ts';
import type { Catalog, FeatureReport, ItemWrite, LoadReport, WriteMode } from './ports.ts';
import { type JsonObject, isObject, refuse } from './refuse.ts';

/** What was handed over: one item, or many in a FeatureCollection. */
type Handed = { readonly isBulk: boolean; readonly features: readonly unknown[] };

type Reading = { readonly write: ItemWrite } | { readonly report: FeatureReport };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Stores the good items of a document and reports on every one, in order; one bad item keeps no other out. */
export async function loadFeatures(
  { putItems }: Pick<Catalog, 'putItems'>,
  body: Uint8Array,
  collection: string,
  mode: WriteMode,
): Promise<LoadReport> {
  const { isBulk, features } = handedOver(parse(body));
  const readings = features.map((feature, index) => readFeature(feature, collection, index));
  const writes = readings.flatMap((reading) => ('write' in reading ? [reading.write] : []));
  const outcomes = (await putItems(writes, mode)).values();
  return {
    isBulk,
    features: readings.map((reading, index) => {
      if ('report' in reading) return reading.report;
      return { index, reason: null, ...outcomes.next().value! };
    }),
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return parseStrictJson(utf8.decode(body));
  } catch {
    throw new PlatformError('unparsable_body');
  }
}

function handedOver(document: unknown): Handed {
  if (!isObject(document)) return refuse('body', 'must be an Item or a FeatureCollection of items');
  if (document['type'] !== 'FeatureCollection') return { isBulk: false, features: [document] };
  const features = document['features'];
  return Array.isArray(features) ? { isBulk: true, features } : refuse('features', 'must be an array of items');
}

function readFeature(feature: unknown, collection: string, index: number): Reading {
  try {
    return { write: { item: parseItem(feature, collection), ifMatch: null } };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const id = isObject(feature) ? idOf(feature) : null;
    return { report: { index, id, outcome: 'invalid', etag: null, reason: error.message } };
  }
}

const idOf = ({ id }: JsonObject): string | null => (typeof id === 'string' ? id : null);
