import { dayMs } from '../../shared/clock.ts';
import type { Scalar } from '../evaluate/scalars.ts';
import type { ComparisonOp, Filter } from '../filter.ts';
import { parseInstant } from '../instant.ts';
import { type TimeKey, lastTimeKey } from '../time-key.ts';
import { type Atom, type Reading, type Side, readFilter } from './atoms.ts';
import { comparedSpan, constantScalar, orderedSpan } from './constant-spans.ts';
import { knownProperty } from './known-property.ts';
import { mirrored } from './mirror-comparison.ts';
import { type KeySpan, isTimeKey, keySpanOf } from './moment-keys.ts';

/** Both ends belong to it; null is open. */
export type ImpliedTimes = { readonly from: TimeKey | null; readonly to: TimeKey | null };

/** Where `dt` must lie for the filter to be true, which then is the key of a `datetime`; null when nothing is implied. */
export function impliedTimes(filter: Filter): ImpliedTimes | null {
  const times = readFilter(filter, reading);
  return times === null || (times.from === null && times.to === null) ? null : times;
}

const reading: Reading<ImpliedTimes> = {
  atom: timesOf,
  all: (parts) => parts.reduce(common, null),
  any: (parts) => (parts.length === 0 || parts.some((part) => part === null) ? null : parts.reduce(around)),
};

function common(a: ImpliedTimes | null, b: ImpliedTimes | null): ImpliedTimes | null {
  if (a === null || b === null) return a ?? b;
  return {
    from: a.from === null || (b.from !== null && b.from > a.from) ? b.from : a.from,
    to: a.to === null || (b.to !== null && b.to < a.to) ? b.to : a.to,
  };
}

function around(a: ImpliedTimes | null, b: ImpliedTimes | null): ImpliedTimes | null {
  if (a === null || b === null) return null;
  return {
    from: a.from === null || b.from === null ? null : a.from < b.from ? a.from : b.from,
    to: a.to === null || b.to === null ? null : a.to > b.to ? a.to : b.to,
  };
}

function timesOf(atom: Atom): ImpliedTimes | null {
  if (atom.kind === 'compare') {
    if (isDatetime(atom.left)) return comparedTo(atom.op, constantScalar(atom.right));
    return isDatetime(atom.right) ? comparedTo(mirrored[atom.op], constantScalar(atom.left)) : null;
  }
  if (atom.kind === 'order') {
    if (isDatetime(atom.left)) return orderedTo(atom.op, orderedSpan(atom.right));
    return isDatetime(atom.right) ? orderedTo(mirrored[atom.op], orderedSpan(atom.left)) : null;
  }
  const isList = atom.kind === 'verdict' && atom.of.kind === 'in' && atom.isTrue && isDatetime(atom.of.value);
  return isList ? reading.any(atom.of.list.map((one) => comparedTo('=', constantScalar(one)))) : null;
}

const isDatetime = (side: Side): boolean =>
  side.kind === 'property' && knownProperty(side.name, new Map()) === 'datetime';

function comparedTo(op: ComparisonOp, value: Scalar): ImpliedTimes | null {
  const span = comparedSpan(value);
  if (span !== null) return orderedTo(op, span);
  return typeof value === 'string' ? comparedToText(op, value) : null;
}

/** A text that is no timestamp is compared with the document's spelling, whose day is less than one from that in UTC. */
function comparedToText(op: ComparisonOp, text: string): ImpliedTimes | null {
  const day = parseInstant(text.slice(0, 10));
  if (day === null || op === '=' || op === '<>') return null;
  const { low } = keySpanOf({ ...day, ms: day.ms - dayMs });
  const { high } = keySpanOf({ ...day, ms: day.ms + dayMs });
  return op === '<' || op === '<=' ? { from: null, to: upTo(high) } : { from: since(low), to: null };
}

function orderedTo(op: ComparisonOp, span: KeySpan | null): ImpliedTimes | null {
  if (span === null || op === '<>') return null;
  const { low, high } = span;
  if (op === '=') return { from: since(low), to: upTo(high) };
  if (op === '<' || op === '<=') return { from: null, to: upTo(op === '<' ? low : high) };
  return { from: since(op === '>' ? high : low), to: null };
}

const first: TimeKey = '0000-01-01T00:00:00';

/** Keys of years that no item has are moved to where items can be. */
const since = (key: string): TimeKey | null => (isTimeKey(key) ? key : key > lastTimeKey ? lastTimeKey : null);
const upTo = (key: string): TimeKey | null => (isTimeKey(key) ? key : key < first ? first : null);
