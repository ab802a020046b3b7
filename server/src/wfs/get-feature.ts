import { hash } from 'node:crypto';
import type { Visibility } from '../catalog/visibility.ts';
import type { Service } from '../service.ts';
import { toInstant } from '../shared/dates.ts';
import { type Caller, type WfsAnswer, xmlDocument } from './answer.ts';
import { pageHref, schemaHref } from './addresses.ts';
import { hitsDocument } from './documents/hits.ts';
import { typeName } from './feature-ids.ts';
import type { FeatureType } from './feature-type.ts';
import type { AnswerContext, Output } from './outputs/output.ts';
import type { FeatureChunk, FeatureEnd, FeatureJob } from './ports.ts';
import type { Parameters } from './request/parameters.ts';
import type { FeatureQuery } from './request/read-query.ts';

export type FeatureNeeds = Pick<Service, 'catalog' | 'clock' | 'config' | 'features' | 'featureTurns' | 'featurePages'>;

export type Wish = {
  readonly type: FeatureType;
  readonly query: FeatureQuery;
  /** What addresses of other pages have in common; null where they cannot say it. */
  readonly parameters: Parameters | null;
  readonly isAlone?: boolean;
  /** In the place of the one that the query names. */
  readonly output?: Output;
};

/** The features that a query finds, or how many they are. */
export async function getFeature(service: FeatureNeeds, caller: Caller, wish: Wish): Promise<WfsAnswer> {
  const { query } = wish;
  const context = contextOf(service, caller, wish);
  if (query.isHits) {
    const search = { ...query.search, limit: 0, count: 'exact' } as const;
    const { matched } = await service.catalog.search(search, caller.visibility);
    return xmlDocument(hitsDocument(context, matched!.atLeast, query.count));
  }
  const output = wish.output ?? query.output;
  const { contentType, fileEnding } = output;
  return {
    kind: 'features',
    contentType,
    fileName: fileEnding === null ? null : `${fileNameOf(query)}.${fileEnding}`,
    open: (signal) => openFeatures(service, caller, query, { output: output.name, context }, signal),
  };
}

const limitOf = ({ config }: Pick<Service, 'config'>, { count }: FeatureQuery): number =>
  count ?? (config.SWATH_WFS_COUNT || Number.MAX_SAFE_INTEGER);

function contextOf(service: FeatureNeeds, { address }: Caller, wish: Wish): AnswerContext {
  const { type, query, parameters, isAlone = false } = wish;
  const { version, attributes, hasGeometry, crs, startIndex, options } = query;
  const limit = limitOf(service, query);
  const page = (from: number, count: number) =>
    parameters === null || isAlone ? null : pageHref(address, parameters, { startIndex: from, count });
  // Of a count alone, the first page is the next.
  const first = query.isHits ? startIndex : startIndex + limit;
  const isLast = limit === 0 || (!query.isHits && limit === Number.MAX_SAFE_INTEGER);
  return {
    version,
    prefix: type.prefix,
    namespace: type.namespace,
    attributes,
    hasGeometry,
    crs,
    timeStamp: toInstant(service.clock.nowMs()),
    schemaHref: schemaHref(address, type, version),
    startIndex,
    next: isLast ? null : page(first, limit),
    previous:
      startIndex === 0 || query.isHits ? null : page(Math.max(0, startIndex - limit), Math.min(limit, startIndex)),
    isAlone,
    options,
  };
}

/** Begins where an earlier page ended, where that is known; what lies between is passed over. */
async function openFeatures(
  service: FeatureNeeds,
  { accountId, visibility }: Caller,
  query: FeatureQuery,
  job: Pick<FeatureJob, 'output' | 'context'>,
  signal: AbortSignal,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const { features, featureTurns, featurePages } = service;
  const { startIndex, search } = query;
  // Most answers are no page of a walk. What keys of one account see may differ, and so where its pages end.
  const walk = () => hash('sha256', JSON.stringify([accountId, sightOf(visibility), search]));
  const place = startIndex === 0 ? null : featurePages.nearest(walk(), startIndex);
  const request = {
    ...search,
    limit: limitOf(service, query),
    position: place?.position ?? null,
    skip: startIndex - (place?.index ?? 0),
  };
  const leave = featureTurns.take(accountId);
  try {
    const chunks = await features.open({ ...job, request, visibility }, signal);
    const ended = ({ returned, position }: FeatureEnd) => {
      if (position !== null && returned > 0) featurePages.note(walk(), { index: startIndex + returned, position });
    };
    const whole = chunks.takeWhole();
    if (whole === null) {
      // Whoever leaves before taking anything never begins to read.
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      return untilLeft(chunks, leave, ended);
    }
    leave();
    ended(whole.end!);
    return whole.bytes;
  } catch (error) {
    leave();
    throw error;
  }
}

const sightOf = (visibility: Visibility) => (visibility === 'all' ? visibility : [...visibility]);

async function* untilLeft(
  chunks: AsyncIterable<FeatureChunk>,
  leave: () => void,
  ended: (end: FeatureEnd) => void,
): AsyncIterable<Uint8Array> {
  try {
    for await (const { bytes, end } of chunks) {
      // Before the last bytes leave: whoever has them may ask for the next page at once.
      if (end !== null) ended(end);
      if (bytes.length > 0) yield bytes;
    }
  } finally {
    leave();
  }
}

/** What the caller calls it, without what no file may be called. */
const fileNameOf = ({ options }: FeatureQuery): string =>
  (options['filename'] ?? '')
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[^\w.-]+/g, '_')
    .slice(0, 80) || typeName;
