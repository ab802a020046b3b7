import { parseItem } from '../../catalog/item.ts';
import type { Arrival, Arrivals } from '../../catalog/ports.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import type { FoundMatches, MatchJob, MatchOutcome } from '../ports.ts';
import { type ItemKey, mostItemsKept } from '../saved-search.ts';
import { type CompiledSearch, compileSearch, mayMeet } from './compiled-search.ts';
import { findLastSeen, readAtOnce } from './last-seen.ts';

type ReadArrivals = (after: number, limit: number) => Arrivals | Promise<Arrivals>;

/** Lets others have their turn; throws once nobody waits for the answer. */
type Pause = () => Promise<void>;

type Known = { readonly revision: number; readonly search: CompiledSearch | null };
type Entry = MatchJob['searches'][number] & {
  readonly compiled: CompiledSearch;
  readonly sees: (collection: string) => boolean;
  readonly counts: Map<string, number>;
  readonly items: ItemKey[];
};

/** Holds arrivals to searches, and remembers the searches it was told. */
export function createArrivalMatcher(
  readArrivals: ReadArrivals,
): (job: MatchJob, pause: Pause) => Promise<MatchOutcome> {
  const known = new Map<string, Known>();

  function learn({ searches, bodies, isTrial }: MatchJob): readonly string[] {
    const wanted = new Set(searches.map(({ id }) => id));
    // A trial teaches nothing about the others.
    if (!isTrial) for (const id of known.keys()) if (!wanted.has(id)) known.delete(id);
    return searches.flatMap(({ id, revision }) => {
      if (known.get(id)?.revision === revision) return [];
      const body = bodies[id];
      if (body === undefined) return [id];
      known.set(id, { revision, search: compiledOrNull(body) });
      return [];
    });
  }

  return async (job, pause) => {
    const missing = learn(job);
    if (missing.length > 0) return { kind: 'missing', ids: missing };
    const { entries, unreadable } = entriesOf(job, known);
    if (job.isTrial) for (const { id } of job.searches) known.delete(id);
    const candidates = candidatesOf(entries);
    const [first] = entries;
    const seen =
      job.lastSeen === undefined || first === undefined
        ? null
        : await findLastSeen(job.after, job.lastSeen, { readArrivals, sees: first.sees, pause });
    let last = seen?.after ?? job.after;
    let lookedAt = 0;
    while (lookedAt < job.limit) {
      const read = await readArrivals(last, Math.min(readAtOnce, job.limit - lookedAt));
      for (const arrival of read.found) hold(arrival, candidates);
      if (read.last === last) break;
      last = read.last;
      lookedAt += Math.max(1, read.found.length);
      await pause();
    }
    return {
      kind: 'matched',
      last,
      lookedAt: seen?.seen ?? lookedAt,
      unreadable,
      matches: entries.filter(({ items }) => items.length > 0).map(toMatches),
    };
  };
}

/** Null where this release cannot read what an older one took. */
function compiledOrNull(body: string): CompiledSearch | null {
  try {
    return compileSearch(body);
  } catch {
    return null;
  }
}

function entriesOf({ searches, sights }: MatchJob, known: ReadonlyMap<string, Known>) {
  const seen = sights.map((collections) => collections && new Set(collections));
  const entries: Entry[] = [];
  const unreadable: string[] = [];
  for (const each of searches) {
    const compiled = known.get(each.id)?.search ?? null;
    const sight = seen[each.sight] ?? null;
    if (compiled === null) unreadable.push(each.id);
    else
      entries.push({
        ...each,
        compiled,
        sees: (collection) => sight === null || sight.has(collection),
        counts: new Map(),
        items: [],
      });
  }
  return { entries, unreadable };
}

/** The searches that an item of a collection may match. */
function candidatesOf(entries: readonly Entry[]): (collection: string) => readonly Entry[] {
  const anywhere = entries.filter(({ compiled }) => compiled.collections === null);
  const named = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const collection of entry.compiled.collections ?? []) {
      const others = named.get(collection);
      if (others === undefined) named.set(collection, [entry]);
      else others.push(entry);
    }
  const known = new Map<string, readonly Entry[]>();
  return (collection) => {
    const cached = known.get(collection);
    if (cached !== undefined) return cached;
    const all = [...anywhere, ...(named.get(collection) ?? [])].filter(({ sees }) => sees(collection));
    known.set(collection, all);
    return all;
  };
}

function hold(
  { arrival, collection, id, bytes }: Arrival,
  candidatesIn: (collection: string) => readonly Entry[],
): void {
  const candidates = candidatesIn(collection);
  const item = candidates.length === 0 ? null : itemOrNull(bytes);
  if (item === null) return;
  const { bbox } = item;
  for (const { since, compiled, counts, items } of candidates) {
    if (arrival <= since) continue;
    const { box } = compiled;
    // What is cheap to tell comes first: there may be thousands of searches.
    if (box !== null && (bbox === null || !mayMeet(box, bbox))) continue;
    if (!compiled.isMatch(item)) continue;
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
    if (items.length < mostItemsKept) items.push({ collection, id });
  }
}

/** Null where this release would refuse it. */
function itemOrNull(bytes: Uint8Array): ReturnType<typeof parseItem> | null {
  try {
    return parseItem(documentOf(bytes));
  } catch {
    return null;
  }
}

const toMatches = ({ id, revision, counts, items }: Entry): FoundMatches => ({
  id,
  revision,
  counts: Object.fromEntries(counts),
  items: JSON.stringify(items),
  kept: items.length,
});
