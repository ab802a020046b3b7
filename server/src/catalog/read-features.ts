import { PlatformError } from '../shared/errors.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import { checkContent } from './check-fully.ts';
import { parseItem, requireStorable } from './item.ts';
import type { FeatureReport, ItemWrite, LoadReport, WriteMode, WriteReport } from './ports.ts';
import { type JsonObject, isObject, refuse } from './refuse.ts';
import { requireLonLat } from './require-lon-lat.ts';
import { type Feature, splitFeatures } from './split-features.ts';
import type { Validation } from './validation.ts';

/** What was handed over: one item, or many in a FeatureCollection. */
type Handed = { readonly isBulk: boolean; readonly features: Iterable<Feature> };

/** Takes the writes as they are read: where reading the rest fails, it throws, and nothing may stay of the first ones. */
type PutItems = (writes: Iterable<ItemWrite>, mode: WriteMode) => Promise<readonly WriteReport[]>;

/** Of things a few bytes long, a body could hold millions, and the report would be larger than the body. */
const mostFeatures = 100_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Stores the good items of a document and reports on every one, in order; one bad item keeps no other out. */
export async function loadFeatures(
  { putItems }: { readonly putItems: PutItems },
  body: Uint8Array,
  collection: string,
  mode: WriteMode,
  validation: Validation = 'basic',
): Promise<LoadReport> {
  const { isBulk, features } = parsing(() => handedOver(body));
  const refused: (FeatureReport | null)[] = [];
  const written = await putItems(readItems(features, { collection, validation }, refused), mode);
  const outcomes = written.values();
  return {
    isBulk,
    hasHome: written.every(({ outcome }) => outcome !== 'no_collection'),
    features: refused.map((report, index) => report ?? { index, reason: null, ...outcomes.next().value! }),
  };
}

function parsing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    throw new PlatformError('unparsable_body');
  }
}

function handedOver(body: Uint8Array): Handed {
  const split = splitFeatures(body);
  const document = split === null ? wholeOf(body) : split.document;
  if (!isObject(document)) return refuse('body', 'must be an Item or a FeatureCollection of items');
  if (document['type'] !== 'FeatureCollection')
    return { isBulk: false, features: [plain(split === null ? document : wholeOf(body))] };
  requireLonLat(document);
  const features = document['features'];
  if (!Array.isArray(features)) return refuse('features', 'must be an array of items');
  if ((split?.count ?? features.length) > mostFeatures) refuse('features', `must have at most ${mostFeatures} items`);
  return { isBulk: true, features: split === null ? features.map(plain) : split.features() };
}

const wholeOf = (body: Uint8Array): unknown => parseStrictJson(utf8.decode(body));

const plain = (json: unknown): Feature => ({ json, compact: null });

/** The good ones; `refused` gets a report for each bad one, and null in the place of a good one. */
function* readItems(features: Iterable<Feature>, home: Home, refused: (FeatureReport | null)[]): Generator<ItemWrite> {
  const unread = features[Symbol.iterator]();
  for (;;) {
    const { done, value } = parsing(() => unread.next());
    if (done) return;
    const item = readItem(value, home, refused.length);
    refused.push('report' in item ? item.report : null);
    if ('write' in item) yield item.write;
  }
}

type Reading = { readonly write: ItemWrite } | { readonly report: FeatureReport };

type Home = { readonly collection: string; readonly validation: Validation };

function readItem({ json: feature, compact }: Feature, { collection, validation }: Home, index: number): Reading {
  try {
    const item = parseItem(feature, collection, compact);
    requireStorable(item);
    if (validation === 'full') checkContent(feature as JsonObject);
    return { write: { item, ifMatch: null } };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const id = isObject(feature) ? idOf(feature) : null;
    return { report: { index, id, outcome: 'invalid', etag: null, reason: error.message } };
  }
}

const idOf = ({ id }: JsonObject): string | null => (typeof id === 'string' ? id : null);
