import { canonicalJson } from '../../shared/canonical-json.ts';
import { type JsonObject, isObject } from '../refuse.ts';
import { type StoredDocument, storedDocument } from '../stored-document.ts';
import type { ItemsExtent } from './items-extent.ts';
import { shownExtent } from './shown-extent.ts';
import { type Summary, joinSummaries } from './summaries.ts';

/** What a collection's items tell of it. */
export type CollectionFacts = { readonly extent: ItemsExtent; readonly summaries: ReadonlyMap<string, Summary> };

/** The document that is shown: its owner's, with what its items tell; the same object where they tell nothing new. */
export function shownCollection(own: JsonObject, { extent, summaries }: CollectionFacts): JsonObject {
  const wide = shownExtent(own['extent'], extent);
  const full = shownSummaries(own['summaries'], summaries);
  if (wide === own['extent'] && full === own['summaries']) return own;
  // `links` stays last: that is where answers are spliced.
  const { links, ...rest } = own;
  return { ...rest, extent: wide, ...(full === undefined ? {} : { summaries: full }), links };
}

/** What is shown where the owner wrote this; `isOwn` where that is all. */
export function shownDocument(own: JsonObject, facts: CollectionFacts): StoredDocument & { readonly isOwn: boolean } {
  const shown = shownCollection(own, facts);
  return { ...storedDocument(shown), isOwn: shown === own };
}

function shownSummaries(own: unknown, items: CollectionFacts['summaries']): unknown {
  if (items.size === 0 || (own !== undefined && !isObject(own))) return own;
  const joined: Record<string, unknown> = { ...own };
  let isNew = false;
  for (const [name, summary] of items) {
    const before = Object.hasOwn(joined, name) ? joined[name] : undefined;
    const after = joinSummaries(before, summary);
    if (after === before) continue;
    // Not by assignment, which takes `__proto__` for something else.
    Object.defineProperty(joined, name, { value: after, enumerable: true, configurable: true, writable: true });
    isNew = true;
  }
  return isNew ? joined : own;
}

export type CollectionBefore = { readonly own: JsonObject; readonly shown: JsonObject };

/**
 * What is the owner's of a document that was written: what stands there as it was shown is as much the owner's as it was
 * before. Who reads a collection, changes its title and writes it back thus does not make the summaries their own.
 */
export function ownCollection(given: JsonObject, { own, shown }: CollectionBefore): JsonObject {
  const { extent, summaries, links, ...rest } = given;
  const ownExtent = areEqual(extent, shown['extent']) ? own['extent'] : extent;
  const ownSummaries = withoutShown(summaries, own['summaries'], shown['summaries']);
  return ordered(given, {
    ...rest,
    ...(ownExtent === undefined ? {} : { extent: ownExtent }),
    ...(ownSummaries === undefined ? {} : { summaries: ownSummaries }),
    links,
  });
}

function withoutShown(given: unknown, own: unknown, shown: unknown): unknown {
  if (!isObject(given) || !isObject(shown) || areEqual(own, shown)) return given;
  const before = isObject(own) ? own : {};
  const kept = Object.entries(given).flatMap(([name, summary]) => {
    if (!Object.hasOwn(shown, name) || !areEqual(summary, shown[name])) return [[name, summary] as const];
    return Object.hasOwn(before, name) ? [[name, before[name]] as const] : [];
  });
  return kept.length === 0 && own === undefined ? undefined : Object.fromEntries(kept);
}

/** Members in the order in which they were given. */
const ordered = (given: JsonObject, document: JsonObject): JsonObject =>
  Object.fromEntries(
    [...Object.keys(given), ...Object.keys(document)]
      .filter((name) => Object.hasOwn(document, name))
      .map((name) => [name, document[name]]),
  );

const areEqual = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
