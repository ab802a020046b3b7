import { type ItemsExtent, joinExtents, noExtent } from '../../../../catalog/collections/items-extent.ts';
import type { CollectionFacts } from '../../../../catalog/collections/shown-collection.ts';
import { type Summary, summaryOf } from '../../../../catalog/collections/summaries.ts';
import type { RememberedStatistics } from './remembered-statistics.ts';
import { nextRevision, showCollection } from './show-collection.ts';
import type { Prepare } from '../file/statements.ts';
import { readState } from '../file/state.ts';
import type { Tally } from '../write/tally.ts';

/**
 * `collection_facts`: the extent of a collection's items, and what its owner wrote where `collections` shows more than
 * that; `text` is what `q` searches; `taught` is the revision at which statistics last learnt something. `revision` grows with every change of a shown document, `survey` is the last item of a pass over all of them.
 */
export const factsStatements: readonly string[] = [
  `CREATE TABLE collection_facts (
     number INTEGER PRIMARY KEY, w REAL, s REAL, e REAL, n REAL, start TEXT, finish TEXT, taught INTEGER,
     text TEXT, text_version INTEGER, own BLOB)`,
  'CREATE INDEX collection_facts_by_taught ON collection_facts (taught)',
  'ALTER TABLE collections ADD COLUMN revision INTEGER NOT NULL DEFAULT 0',
  'CREATE INDEX collections_by_revision ON collections (revision)',
  // What searches ask of a collection, without its document.
  'CREATE INDEX collections_by_id ON collections (id, number, items)',
  `INSERT INTO state (name, value) SELECT 'survey', '0' WHERE EXISTS (SELECT 1 FROM items)`,
];

/** What the items of the collections that are written to tell of them. */
export type RememberedFacts = {
  of(collection: string): CollectionFacts;
  /** Takes over what a verb that succeeded has found. */
  learn(tally: Tally): void;
  /** Has every collection show what changed since the last time, once the counts are written. */
  flush(tally: Tally): void;
  forget(): void;
};

const mostCollections = 256;

const load = `SELECT w, s, e, n, start, finish FROM collection_facts
  WHERE number = (SELECT number FROM collections WHERE id = ?)`;

export function createRememberedFacts(prepare: Prepare, statistics: RememberedStatistics): RememberedFacts {
  const extents = new Map<string, ItemsExtent>();
  const changed = new Set<string>();
  let names: readonly string[] | null = null;

  const summarised = (): readonly string[] => (names ??= summarisedNames(prepare));

  function extentOf(collection: string): ItemsExtent {
    const known = extents.get(collection);
    if (known !== undefined) return known;
    const row = prepare(load).get(collection) as FactsRow | undefined;
    const extent = row === undefined ? noExtent : extentIn(row);
    extents.set(collection, extent);
    return extent;
  }

  function change(collection: string, extent: ItemsExtent): void {
    extents.set(collection, extent);
    changed.add(collection);
  }

  function summariesOf(collection: string): ReadonlyMap<string, Summary> {
    const summaries = new Map<string, Summary>();
    for (const name of summarised()) {
      const property = statistics.read(collection, name);
      const summary = property && summaryOf(property);
      if (summary !== null) summaries.set(name, summary);
    }
    return summaries;
  }

  const factsOf = (collection: string): CollectionFacts => ({
    extent: extentOf(collection),
    summaries: summariesOf(collection),
  });

  return {
    of: factsOf,
    learn({ dropped, extents: more }) {
      for (const collection of dropped) extents.set(collection, noExtent);
      for (const [collection, extent] of more) {
        const known = extentOf(collection);
        const joined = joinExtents(known, extent);
        if (joined !== known) change(collection, joined);
      }
    },
    flush({ items }) {
      for (const [collection, more] of items)
        if (more <= 0 && isEmpty(prepare, collection)) change(collection, noExtent);
      const taught = statistics.takeTaught();
      for (const [collection, names] of taught)
        if (summarised().some((name) => names.has(name))) changed.add(collection);
      for (const collection of changed) showCollection(prepare, collection, factsOf(collection));
      if (taught.size > 0) noteTaught(prepare, taught.keys());
      changed.clear();
      for (const collection of extents.keys()) {
        if (extents.size <= mostCollections) break;
        extents.delete(collection);
      }
    },
    forget() {
      extents.clear();
      changed.clear();
      names = null;
    },
  };
}

type FactsRow = readonly [
  w: number | null,
  s: number,
  e: number,
  n: number,
  start: string | null,
  finish: string | null,
];

const extentIn = ([w, s, e, n, start, finish]: FactsRow): ItemsExtent => ({
  bbox: w === null ? null : [w, s, e, n],
  start,
  end: finish,
});

/** Whoever keeps statistics in memory reads those of later revisions again. */
function noteTaught(prepare: Prepare, collections: Iterable<string>): void {
  const revision = nextRevision(prepare);
  const note = prepare(
    `INSERT INTO collection_facts (number, taught) SELECT number, ?1 FROM collections WHERE id = ?2
     ON CONFLICT DO UPDATE SET taught = ?1`,
  );
  for (const collection of collections) note.run(revision, collection);
}

function isEmpty(prepare: Prepare, collection: string): boolean {
  const row = prepare('SELECT items FROM collections WHERE id = ?').get(collection) as [number] | undefined;
  return row !== undefined && row[0] <= 0;
}

export const summarisedNames = (prepare: Prepare): readonly string[] =>
  JSON.parse(readState(prepare, 'summarised') ?? '[]') as string[];
