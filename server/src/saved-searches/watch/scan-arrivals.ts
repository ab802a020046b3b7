import { sightOf, maySearch } from '../acting/customer-of.ts';
import type { FeedLease, MatchJob, MatchOutcome, WatchedSearch } from '../ports.ts';
import type { WatchNeeds } from './watch-needs.ts';

/** So that what was found is kept soon, and a stop is not waited for. */
const itemsAtOnce = 2_000;

export type ScanOptions = {
  readonly leaseMs: number;
  readonly defaultIntervalMs: number;
  readonly signal: AbortSignal;
};

/** Holds all that has arrived up to `last` to the searches, a chunk at a time; false where the lease was lost. */
export async function scanArrivals(
  service: WatchNeeds,
  lease: FeedLease,
  last: number,
  { leaseMs, defaultIntervalMs, signal }: ScanOptions,
): Promise<boolean> {
  const { savedSearches, clock, log } = service;
  let { arrived } = lease;
  while (arrived < last && !signal.aborted) {
    // Read for each chunk: whoever changed theirs, or lost a grant, need not wait for the end of a backlog.
    const watched = (await savedSearches.watched(clock.nowMs())).filter(({ account }) => maySearch(account));
    const after = Math.max(arrived, Math.min(last, ...watched.map((search) => sinceIn(search, lease.feed))));
    const outcome = after < last && watched.length > 0 ? await match(service, watched, { lease, after, signal }) : null;
    // Where nothing was left to look at, the rest of the numbers belongs to items that are gone.
    const to = outcome === null || outcome.last === after ? last : outcome.last;
    for (const id of outcome?.unreadable ?? []) log.warn('a saved search cannot be read any more', { search: id });
    const nowMs = clock.nowMs();
    const times = { nowMs, leaseUntilMs: nowMs + leaseMs, defaultIntervalMs };
    if (!(await savedSearches.advance({ ...lease, arrived }, to, outcome?.matches ?? [], times))) return false;
    arrived = to;
  }
  return true;
}

/** One that was saved over another store of items matches all that is new here. */
const sinceIn = ({ since }: WatchedSearch, feed: string): number => (since.feed === feed ? since.arrival : 0);

type Matched = Extract<MatchOutcome, { kind: 'matched' }>;
type Place = { readonly lease: FeedLease; readonly after: number; readonly signal: AbortSignal };

async function match(service: WatchNeeds, watched: readonly WatchedSearch[], place: Place): Promise<Matched> {
  const { arrivalMatcher, savedSearches } = service;
  const job = jobOf(watched, place);
  const first = await arrivalMatcher.match(job, place.signal);
  if (first.kind === 'matched') return first;
  const bodies = Object.fromEntries(await savedSearches.bodies(first.ids));
  // Those that were deleted meanwhile have none.
  const searches = job.searches.filter(({ id }) => !first.ids.includes(id) || bodies[id] !== undefined);
  const second = await arrivalMatcher.match({ ...job, searches, bodies }, place.signal);
  if (second.kind === 'matched') return second;
  throw new Error('searches that were just told are not known');
}

function jobOf(watched: readonly WatchedSearch[], { lease, after }: Place): MatchJob {
  const places = new Map<readonly string[] | null, number>();
  const sights: (readonly string[] | null)[] = [];
  const searches = watched.map((search) => {
    const sight = sightOf(search.account, search.organization, search);
    if (!places.has(sight)) places.set(sight, sights.push(sight) - 1);
    const { id, revision } = search;
    return { id, revision, since: sinceIn(search, lease.feed), sight: places.get(sight)! };
  });
  return { after, limit: itemsAtOnce, searches, sights, bodies: {}, isTrial: false };
}
