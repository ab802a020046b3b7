import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { type Slab, timesOf } from './entry-arms.ts';
import { alive } from '../reading/alive.ts';
import { insideColumn } from '../reading/test-candidate.ts';
import { allOf, isOneOf } from '../../../sql/search/row-conditions.ts';
import { comesAfter, orderBy } from '../../../sql/search/sort-order.ts';
import { type Candidate, type Walk, walkMoment, walkUntimed } from './walk-time.ts';

export type WordWalk = Walk & { readonly words: readonly string[] };

/** Candidates that have one of the words, in the order of time: what lies between them is not looked at. */
export function* walkWords(walk: WordWalk): Generator<readonly Candidate[]> {
  const { after, isUntimedFirst } = walk;
  const isFromUntimed = after !== null && after[0] === '';
  if (isUntimedFirst && (after === null || isFromUntimed)) yield* walkUntimed(walk, after);
  if (isUntimedFirst || !isFromUntimed) yield* walkSlabs(walk, isFromUntimed ? null : after);
  if (!isUntimedFirst) yield* walkUntimed(walk, isFromUntimed ? after : null);
}

/** Some rows of the index after others, always whole moments: among items of one it has no order. */
function* walkSlabs(walk: WordWalk, after: Walk['after']): Generator<readonly Candidate[]> {
  const { tuning, wanted, words } = walk;
  let rows = Math.max(tuning.fewestInSlab, wanted);
  let place = after;
  for (let from: From = after && { dt: String(after[0]), isIn: true }; ; place = null) {
    const next = commonTime(walk, from);
    if (next === null) return;
    if (next !== from?.dt) place = null;
    const start = { dt: next, isIn: true };
    const end = timeAhead(walk, words, start, rows);
    if (end === next) {
      // One moment fills the slab: the streams know the order of its items.
      yield* walkMoment(walk, momentOf(end), place);
      from = { dt: end, isIn: false };
      continue;
    }
    const found = readRows(walk, start, end, place);
    yield found;
    if (end === null) return;
    from = { dt: end, isIn: true };
    if (found.length < wanted) rows = Math.min(Math.max(tuning.mostInSlab, wanted), rows * 2);
  }
}

type From = { readonly dt: string; readonly isIn: boolean } | null;

const momentOf = (dt: string): Slab => ({ low: { key: dt, isIn: true }, high: { key: dt, isIn: true } });

const isDown = ({ keys }: WordWalk): boolean => keys[0]!.isDescending;

function fromTime(walk: WordWalk, from: From): SqlCondition | null {
  return from && { sql: `p.dt ${isDown(walk) ? '<' : '>'}${from.isIn ? '=' : ''} ?`, params: [from.dt] };
}

/** Where items can be at all. */
function within(walk: WordWalk): SqlCondition {
  const { low, high } = timesOf(walk);
  return allOf([
    { sql: "p.dt > ''", params: [] },
    low.key === '' ? null : { sql: 'p.dt >= ?', params: [low.key] },
    { sql: 'p.dt <= ?', params: [high.key] },
  ]);
}

/** Lists that are looked at for where to go on, and how often. */
const mostLists = 6;
const mostSteps = 24;

/** A time before which some list that is needed has nothing: often far ahead, where words come and go with the seasons. */
function commonTime(walk: WordWalk, from: From): string | null {
  const lists = walk.search.text!.needed.slice(0, mostLists);
  let place = from;
  for (let agreed = 0, step = 0; agreed < lists.length && step < mostSteps; step++) {
    const next = timeAhead(walk, lists[step % lists.length]!.words, place, 0);
    if (next === null) return null;
    agreed = next === place?.dt ? agreed + 1 : 1;
    place = { dt: next, isIn: true };
  }
  return place!.dt;
}

/** The nearest time that lies so many rows of one of the words ahead; null where all have fewer. */
function timeAhead(walk: WordWalk, words: readonly string[], from: From, rows: number): string | null {
  const condition = allOf([fromTime(walk, from), within(walk)]);
  const order = isDown(walk) ? 'DESC' : 'ASC';
  const ahead = walk.prepare(
    `SELECT p.dt FROM ${walk.snapshot.tables.words} p WHERE p.word = ? AND ${condition.sql} ORDER BY p.dt ${order} LIMIT 1 OFFSET ?`,
  );
  const times = words.flatMap((word) => (ahead.get(word, ...condition.params, rows) as [string] | undefined) ?? []);
  if (times.length === 0) return null;
  return times.reduce((a, b) => (a > b === isDown(walk) ? a : b));
}

/** From one time to another, which itself is left for the next slab. */
function readRows(walk: WordWalk, from: From, end: string | null, place: Walk['after']): readonly Candidate[] {
  const { search, prepare, keys } = walk;
  const condition = allOf([
    isOneOf(sqliteDialect, 'p.word', walk.words),
    fromTime(walk, from),
    end === null ? null : { sql: `p.dt ${isDown(walk) ? '>' : '<'} ?`, params: [end] },
    within(walk),
    alive,
    search.text!.conditionInList,
    place && comesAfter(keys, place, 'r.'),
    search.rowsBesideText,
  ]);
  const { surelyInside } = search;
  const sql = `SELECT ${walk.words.length === 1 ? '' : 'DISTINCT '}r.pk, ${insideColumn(search)}, r.dt, r.id, r.collection
    FROM ${walk.snapshot.tables.words} p CROSS JOIN items r ON r.pk = p.pk WHERE ${condition.sql} ORDER BY ${orderBy(keys, 'r.')}`;
  return prepare(sql).all(...surelyInside.params, ...condition.params) as unknown as Candidate[];
}
