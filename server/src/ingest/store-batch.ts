import { contentProblem } from '../catalog/check-fully.ts';
import { namesOwnAssets } from '../catalog/local-href.ts';
import type { Catalog, ItemWrite, WriteOutcome } from '../catalog/ports.ts';
import type { Home, Homes } from './homes.ts';
import type { Reject, Rules, Verdict } from './judge-entry.ts';
import { withOwnFiles } from './own-addresses.ts';
import type { Move } from './source.ts';
import { type Count, type Tally, added } from './tally.ts';

export type Sink = {
  readonly catalog: Pick<Catalog, 'putItems' | 'getItem'>;
  readonly homes: Homes;
  /** Where the service is found by those who read it. */
  readonly baseUrl: string;
};
export type StoreOptions = Rules & {
  /** What is there already stays. */
  readonly isOnlyNew: boolean;
  readonly isDryRun: boolean;
};

/** What is known once a batch is stored. */
export type Stored = {
  readonly tally: Tally;
  readonly rejects: readonly Reject[];
  readonly moves: readonly Move[];
};

type ItemVerdict = Extract<Verdict, { kind: 'item' }>;

/** Stores the good items of a batch in one transaction. */
export async function storeBatch(
  { catalog, homes, baseUrl }: Sink,
  verdicts: readonly Verdict[],
  options: StoreOptions,
  before: Pick<Stored, 'tally'>,
): Promise<Stored> {
  const counts = new Map<Count, number>();
  const rejects: Reject[] = [];
  const moves: Move[] = [];
  const count = (name: Count, more = 1) => void counts.set(name, (counts.get(name) ?? 0) + more);

  function refuse(reject: Reject, name: 'rejected' | 'missing' = 'rejected'): void {
    count(name);
    rejects.push(reject);
  }

  function housed({ given }: ItemVerdict, home: Home): string | null {
    if (home.kind === 'none') return home.reason;
    const problem = home.isStrict && options.validate !== 'full' ? contentProblem(given) : null;
    if (problem !== null) return problem;
    if (home.kind !== 'there') count('collections');
    return null;
  }

  const ready: ItemVerdict[] = [];
  for (const verdict of verdicts) {
    if (verdict.kind !== 'missing' && verdict.kind !== 'collection') count('read');
    if (verdict.kind === 'known') count('unchanged');
    else if (verdict.kind === 'reject') refuse(verdict.reject);
    else if (verdict.kind === 'missing') refuse(verdict.reject, 'missing');
    else if (verdict.kind === 'collection') count('collections', (await homes.take(verdict.collection)) ? 1 : 0);
    else {
      const reason = housed(verdict, await homes.find(verdict.item.collection, verdict.given));
      if (reason !== null) refuse(verdict.reject(reason));
      // Nearly no item does.
      else if (!namesOwnAssets(verdict.given, baseUrl)) ready.push(verdict);
      else ready.push({ ...verdict, item: await withOwnFiles(catalog, baseUrl, verdict.item, verdict.given) });
    }
  }

  const outcomes = await write(catalog, ready, options);
  for (const [index, { item, reject, moved }] of ready.entries()) {
    const outcome = outcomes[index]!;
    if (outcome === 'no_collection') {
      refuse(reject(`there is no collection '${item.collection}' any more`));
      continue;
    }
    count(countOf(outcome));
    if (moved === undefined) continue;
    count('moved');
    moves.push(moved);
  }
  return { tally: [...counts].reduce((tally, [name, more]) => added(tally, name, more), before.tally), rejects, moves };
}

function countOf(outcome: WriteOutcome): Count {
  if (outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged') return outcome;
  // An insert meets what is there.
  return 'skipped';
}

async function write(
  catalog: Sink['catalog'],
  ready: readonly ItemVerdict[],
  { isOnlyNew, isDryRun }: StoreOptions,
): Promise<readonly WriteOutcome[]> {
  if (isDryRun) return Promise.all(ready.map(({ item }) => foreseen(catalog, item, isOnlyNew)));
  if (ready.length === 0) return [];
  const writes = ready.map(({ item }) => ({ item, ifMatch: null }));
  return (await catalog.putItems(writes, isOnlyNew ? 'insert' : 'upsert')).map(({ outcome }) => outcome);
}

async function foreseen(
  catalog: Sink['catalog'],
  { collection, id, etag }: ItemWrite['item'],
  isOnlyNew: boolean,
): Promise<WriteOutcome> {
  const stored = await catalog.getItem(collection, id, 'all');
  if (stored === null) return 'created';
  if (isOnlyNew) return 'conflict';
  return stored.etag === etag ? 'unchanged' : 'replaced';
}
