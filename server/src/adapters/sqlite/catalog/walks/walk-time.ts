import { packedAt, packedMs } from '../../../../catalog/plan/packed-time.ts';
import { firstLengthMs, nextLengthMs } from '../../../../catalog/plan/slab-times.ts';
import { spreadLengthMs } from '../../../../catalog/plan/time-spread.ts';
import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import {
  type Bound,
  type Entries,
  type Slab,
  armsOf,
  earlierOf,
  isEmpty,
  laterOf,
  timesOf,
  untimed,
} from './entry-arms.ts';
import type { Effort } from '../reading/effort.ts';
import type { Snapshot } from '../known/snapshot.ts';
import { nextBatch } from '../../../sql/search/next-batch.ts';
import { type OrderKey, orderBy } from '../../../sql/search/sort-order.ts';
import { boxColumns, insideColumn } from '../reading/test-candidate.ts';
import type { Tuning } from '../reading/tuning.ts';
import type { Param } from '../../driver.ts';
import { type Prepare, atMost } from '../file/statements.ts';

/** `isInside`: 1 where the footprint needs no look. The box is there where it may tell as much. */
export type Candidate = readonly [
  pk: number,
  isInside: number,
  west?: number,
  south?: number,
  east?: number,
  north?: number,
];

export type Walk = Entries & {
  readonly prepare: Prepare;
  readonly snapshot: Snapshot;
  readonly effort: Effort;
  readonly tuning: Tuning;
  /** Starts with the time; directions are those of the walk. */
  readonly keys: readonly OrderKey[];
  /** Where the walk starts, '' for a missing time; null at its very beginning. */
  readonly after: readonly (string | number)[] | null;
  /** Missing times are last in the asked order, so they are first where it is walked backwards. */
  readonly isUntimedFirst: boolean;
  /** Rows that one statement should bring. */
  readonly wanted: number;
  /** Items that are still asked for; nobody says where all are counted. */
  readonly missing?: (() => number) | undefined;
};

/** Candidates in order, in batches that may be empty; an item may come more than once, one time right after the other. */
export function* walkTime(walk: Walk): Generator<readonly Candidate[]> {
  const { after, keys, isUntimedFirst } = walk;
  const isFromUntimed = after !== null && after[0] === '';
  if (isUntimedFirst && (after === null || isFromUntimed)) yield* walkUntimed(walk, after);
  if (isUntimedFirst || !isFromUntimed) yield* walkSlabs(walk, isFromUntimed ? null : after, keys[0]!.isDescending);
  if (!isUntimedFirst) yield* walkUntimed(walk, isFromUntimed ? after : null);
}

function* walkSlabs(walk: Walk, after: Walk['after'], isDown: boolean): Generator<readonly Candidate[]> {
  if (walk.source.newest === '') return;
  let { low, high } = limitsOf(walk, after, isDown);
  // A bit more than is missing, for where there is less than elsewhere; a batch has room for it.
  const target = walk.missing === undefined ? walk.wanted / 2 : 1.5 * walk.missing();
  let { wanted } = walk;
  let from = after;
  let edge = edgeOf(walk, isDown, low, high);
  let lengthMs = firstLength(walk, edge ?? (isDown ? high : low).key, target, isDown);
  while (!isEmpty({ low, high })) {
    const slab = isDown
      ? { low: laterOf(low, { key: packedAt(packedMs(edge ?? high.key) - lengthMs), isIn: true }), high }
      : { low, high: earlierOf(high, { key: packedAt(packedMs(edge ?? low.key) + lengthMs + 1_000), isIn: true }) };
    const found = readSlab(walk, slab, from, wanted);
    const before = walk.missing?.() ?? 0;
    yield found;
    // A full batch: the slab has more, after the last one.
    if (found.length >= wanted) {
      // It is sorted each time: where most fail a test, few rows at a time would sort it without end.
      wanted = nextBatch(wanted, walk.tuning);
      from = placeOf(walk, found.at(-1)![0]);
      if (isDown) high = { key: String(from[0]), isIn: true };
      else low = { key: String(from[0]), isIn: true };
      continue;
    }
    from = null;
    edge = null;
    wanted = walk.wanted;
    if (isDown) high = { key: slab.low.key, isIn: !slab.low.isIn };
    else low = { key: slab.high.key, isIn: !slab.high.isIn };
    const missing = walk.missing?.();
    lengthMs =
      missing === undefined
        ? nextLengthMs(lengthMs, found.length, target)
        : nextLengthMs(lengthMs, before - missing, missing);
  }
}

function firstLength({ source, snapshot }: Walk, from: string, target: number, isDown: boolean): number {
  const { oldest, newest, rows, share } = source;
  const own = { oldestMs: packedMs(oldest), newestMs: packedMs(newest), rows: rows * share };
  const spread = snapshot.timeSpread();
  return spread === null ? firstLengthMs(own, target) : spreadLengthMs(spread, own, target, packedMs(from), isDown);
}

/** Where rows can be at all. */
function limitsOf(walk: Walk, after: Walk['after'], isDown: boolean): Slab {
  const { oldest, newest } = walk.source;
  const times = timesOf(walk);
  const low = laterOf({ key: oldest, isIn: true }, times.low);
  const high = earlierOf({ key: newest, isIn: true }, times.high);
  if (after === null) return { low, high };
  const start = { key: String(after[0]), isIn: true };
  return isDown ? { low, high: earlierOf(high, start) } : { low: laterOf(low, start), high };
}

/** Beyond the interval there are only items that reach into it: the first slab has them all. */
function edgeOf({ search }: Walk, isDown: boolean, low: Bound, high: Bound): string | null {
  const key = (isDown ? search.datetime?.end : search.datetime?.start) ?? null;
  return key !== null && low.key < key && key < high.key ? key : null;
}

export function* walkUntimed(walk: Walk, after: Walk['after']): Generator<readonly Candidate[]> {
  const { search } = walk;
  if (search.datetime === null && search.times === null) yield* walkMoment(walk, untimed, after);
}

/** The entries of one moment. */
export function* walkMoment(walk: Walk, moment: Slab, after: Walk['after']): Generator<readonly Candidate[]> {
  for (let from = after; ;) {
    const found = readSlab(walk, moment, from, walk.wanted);
    yield found;
    if (found.length < walk.wanted) return;
    from = placeOf(walk, found.at(-1)![0]);
  }
}

const mostCrowds = 1_000;

function readSlab(walk: Walk, slab: Slab, after: Walk['after'], wanted: number): readonly Candidate[] {
  const { keys, effort, tuning } = walk;
  const { crowds } = walk.snapshot;
  if (after === null) return readArms(walk, armsOf(walk, slab, null), wanted);
  const moment = String(after[0]);
  const before = effort.scanned();
  const place = { keys, values: after, isCrowded: crowds.has(moment) };
  const found = readArms(walk, armsOf(walk, slab, place), wanted);
  // Much was looked at for little: what lies before the place within its moment.
  if (effort.scanned() - before > tuning.crowd && crowds.size < mostCrowds) crowds.add(moment);
  return found;
}

function readArms(walk: Walk, arms: readonly SqlCondition[], wanted: number): readonly Candidate[] {
  if (arms.length === 0) return [];
  const box = boxColumns(walk.search);
  const params = paramsOf(walk.search.surelyInside, arms, wanted);
  if (box !== '') return walk.prepare(ordered(walk, arms, box)).all(...params) as unknown as readonly Candidate[];
  const text = `SELECT json_group_array(told) FROM (${ordered(walk, arms, box)})`;
  const [told] = walk.prepare(text).get(...params) as [string];
  return (JSON.parse(told) as number[]).map((each) => [Math.floor(each / 2), each % 2]);
}

/** Without boxes a number tells a row, and one text all of them: an array for each would be made by a call for each column. */
function ordered({ search, keys }: Walk, arms: readonly SqlCondition[], box: string): string {
  const isInside = insideColumn(search);
  const told = box === '' ? `r.pk * 2 + ${isInside} AS told` : `r.pk AS pk, ${isInside} AS inside${box}`;
  if (arms.length === 1)
    return `SELECT ${told} FROM entries r WHERE ${arms[0]!.sql} ORDER BY ${orderBy(keys, 'r.')} ${atMost}`;
  const arm = `SELECT ${told}, r.dt AS dt, r.id AS id, r.collection AS collection FROM entries r WHERE `;
  const columns = box === '' ? 'told' : 'pk, inside, w, s, e, n';
  return `SELECT ${columns} FROM (${arms.map((each) => arm + each.sql).join(' UNION ALL ')}) ORDER BY ${orderBy(keys, '')} ${atMost}`;
}

function paramsOf(inside: SqlCondition, arms: readonly SqlCondition[], wanted: number): readonly Param[] {
  const params: Param[] = [];
  for (const arm of arms) {
    for (const param of inside.params) params.push(param);
    for (const param of arm.params) params.push(param);
  }
  params.push(wanted);
  return params;
}

/** A row's place in the order of the walk. */
function placeOf({ prepare, keys }: Walk, pk: number): readonly (string | number)[] {
  const columns = keys.map(({ column }) => column).join(', ');
  return prepare(`SELECT ${columns} FROM items WHERE pk = ?`).get(pk) as (string | number)[];
}
