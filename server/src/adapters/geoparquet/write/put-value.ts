import {
  type Leaf,
  type LeafType,
  type List,
  type Node,
  type Space,
  type Struct,
  addFirst,
  addFurther,
  cutSpace,
  fillMissing,
  newLeaf,
  newList,
  newStruct,
} from './columns.ts';
import { appendDouble, setLevel } from './growing.ts';
import { isReserved, outlineName, timeNames } from '../names.ts';
import { isIntegerName } from './integer-names.ts';
import { type Scan, isAhead, passBare, passText, passValue, rawText, takeNumber, toNext } from './scan.ts';
import { addSame, addText } from './text-values.ts';
import { digitsOf, microsOf } from './time-micros.ts';
import { viewedText } from './viewed-bytes.ts';
import { appendGeometry, emptySummary } from './wkb.ts';

/** All of a value went into columns. */
export const stored = undefined;

/** What columns could not take, as JSON to be merged over what they give. */
export type Rest = string | typeof stored;

/** How many columns there may be, which those that come to be count down. */
export type Budget = { columns: number };

const deepest = 12;
const longestName = 200;
const [quote, openBrace, closeBrace, openBracket, closeBracket] = [34, 123, 125, 91, 93];
const [letterF, letterN, letterT] = [102, 110, 116];

/** Writes the value that begins at the scan at an entry, and passes over it. */
export function putValue(node: Node, scan: Scan, entry: number, budget: Budget): Rest {
  const first = toNext(scan);
  const start = scan.at;
  if (first === letterN) {
    scan.at += 4;
    return 'null';
  }
  if (node.kind === 'struct' && first === openBrace) return putStruct(node, scan, entry, budget);
  const isStored =
    node.kind === 'leaf'
      ? putLeaf(node, scan, first, entry)
      : node.kind === 'list' && first === openBracket && putList(node, scan, entry, budget);
  if (isStored) return stored;
  scan.at = start;
  passValue(scan);
  return rawText(scan, start, scan.at);
}

function putLeaf(leaf: Leaf, scan: Scan, first: number, entry: number): boolean {
  // A member that is there twice has its first value here; the last one counts.
  if (leaf.levels.end > entry) return false;
  switch (leaf.type) {
    case 'text':
      if (first !== quote || !putText(leaf, scan)) return false;
      break;
    case 'time':
      return first === quote && putTime(leaf, scan, entry);
    case 'boolean':
      if (first !== letterT && first !== letterF) return false;
      passBare(scan);
      appendDouble(leaf.numbers, first === letterT ? 1 : 0);
      break;
    case 'binary':
      if (first !== openBrace || !putOutline(leaf, scan)) return false;
      break;
    default: {
      const value = takeNumber(scan);
      if (Number.isNaN(value) || (leaf.type === 'integer' && !Number.isSafeInteger(value))) return false;
      appendDouble(leaf.numbers, value);
    }
  }
  setLevel(leaf.levels, entry, leaf.definition);
  return true;
}

/** A geometry that stands elsewhere than where all items have theirs. */
function putOutline({ blobs }: Leaf, scan: Scan): boolean {
  const value = JSON.parse(takeRest(scan)) as Readonly<Record<string, unknown>>;
  return Object.keys(value).length === 2 && appendGeometry(blobs, value, emptySummary());
}

function putText({ texts }: Leaf, scan: Scan): boolean {
  const start = scan.at;
  const same = scan.hasEscapes ? -1 : addSame(texts, scan, start + 1);
  if (same >= 0) {
    scan.at = same + 1;
    return true;
  }
  const end = passText(scan);
  if (end >= 0) {
    addText(texts, scan, start + 1, end);
    return true;
  }
  const text = JSON.parse(rawText(scan, start, scan.at)) as string;
  // Half a surrogate pair is what no UTF-8 can say; Node can tell since 20, the language's version here cannot.
  if (!(text as unknown as { isWellFormed(): boolean }).isWellFormed()) return false;
  const viewed = viewedText(text);
  addText(texts, viewed, 0, viewed.bytes.length);
  // It may have quotes: what begins like it in another item may be several texts.
  texts.lastPlace = -1;
  return true;
}

/** False also where the time is in the column, but not how it was written. */
function putTime(leaf: Leaf, scan: Scan, entry: number): boolean {
  const start = scan.at + 1;
  const end = passText(scan);
  const micros = end < 0 ? NaN : microsOf(scan.view, start, end);
  if (Number.isNaN(micros)) return false;
  const digits = digitsOf(start, end);
  appendDouble(leaf.numbers, micros);
  setLevel(leaf.levels, entry, leaf.definition);
  if (leaf.digits === -1) leaf.digits = digits;
  return leaf.digits === digits;
}

function putStruct(struct: Struct, scan: Scan, entry: number, budget: Budget): Rest {
  const start = scan.at++;
  const isInList = struct.space.depth > 0;
  let rest: Rest = stored;
  let last: Node | null = null;
  while (toNext(scan) !== closeBrace) {
    const keyStart = scan.at;
    const child: Node | null = findChild(struct, last, scan, budget);
    const keyEnd = scan.at;
    const left = child === null ? takeRest(scan) : putValue(child, scan, entry, budget);
    last = child;
    if (left === stored) continue;
    rest = `${rest === stored ? '{' : `${rest},`}${rawText(scan, keyStart, keyEnd)}:${left}`;
    // A list is taken whole or not at all.
    if (isInList) return rest;
  }
  scan.at++;
  if (rest !== stored) rest += '}';
  if (!struct.isLive) return rest ?? rawText(scan, start, scan.at);
  setLevel(struct.levels, entry, struct.definition);
  return rest;
}

export function takeRest(scan: Scan): string {
  toNext(scan);
  const start = scan.at;
  passValue(scan);
  return rawText(scan, start, scan.at);
}

/** Takes a key; gives the column for its value, which comes to be where there is none; null where there can be none. */
export function findChild(struct: Struct, last: Node | null, scan: Scan, budget: Budget): Node | null {
  // What followed last time will most likely follow again.
  const guess = last === null ? struct.first : last.follower;
  if (guess !== null && isAhead(scan, guess.key)) {
    scan.at += guess.key.bytes.length;
    return guess;
  }
  const name = takeKey(scan);
  const child = struct.children.get(name) ?? addChild(struct, name, scan, budget);
  if (child !== null) {
    if (last === null) struct.first = child;
    else last.follower = child;
  }
  return child;
}

export function takeKey(scan: Scan): string {
  const start = scan.at;
  const end = passText(scan);
  if (end >= 0) return scan.bytes.toString('utf8', start + 1, end);
  return JSON.parse(rawText(scan, start, scan.at)) as string;
}

function addChild(struct: Struct, name: string, scan: Scan, budget: Budget): Node | null {
  if (name === '' || name.length > longestName || struct.definition > deepest) return null;
  if (isProperties(struct) && isReserved(name)) return null;
  const made = nodeFor(scan, { name, parent: struct, space: struct.space }, budget);
  if (made !== null) struct.children.set(name, made);
  return made;
}

function putList(list: List, scan: Scan, entry: number, budget: Budget): boolean {
  if (list.levels.end > entry) return false;
  scan.at++;
  const isEmpty = toNext(scan) === closeBracket;
  if (isEmpty && !list.isLive) return false;
  fillMissing(list, entry);
  let at = addFirst(list, entry, list.definition + (isEmpty ? 0 : 1));
  const start = at;
  for (let isFirst = true; toNext(scan) !== closeBracket; isFirst = false) {
    if (!isFirst) at = addFurther(list, entry);
    if (scan.bytes[scan.at] === letterN) scan.at += 4;
    else if (!putElement(list, scan, at, budget)) {
      cutSpace(list, start);
      return false;
    }
  }
  scan.at++;
  if (!list.isLive) {
    cutSpace(list, start);
    return false;
  }
  list.filled = entry + 1;
  setLevel(list.levels, entry, list.definition);
  return true;
}

function putElement(list: List, scan: Scan, entry: number, budget: Budget): boolean {
  if (list.element === null) {
    if (list.definition > deepest) return false;
    list.element = nodeFor(scan, { name: list.name, parent: list, space: list.inner }, budget);
  }
  return list.element !== null && putValue(list.element, scan, entry, budget) === stored;
}

/** The column for a value that is the first of its kind; null where there are enough, or it is null itself. */
function nodeFor(
  scan: Scan,
  place: { readonly name: string; readonly parent: Struct | List; readonly space: Space },
  budget: Budget,
): Node | null {
  const ahead = { ...scan };
  const first = toNext(ahead);
  const isTime = isProperties(place.parent) && timeNames.has(place.name);
  if (first === openBracket && !isTime) return newList(place);
  const isOutline = first === openBrace && place.name === outlineName;
  if (first === openBrace && !isTime && !isOutline) return newStruct(place);
  if (first === letterN || budget.columns === 0) return null;
  budget.columns--;
  return newLeaf(place, isTime ? 'time' : isOutline ? 'binary' : typeFor(ahead, first, place.name));
}

/** Those of an item are columns of their own, and have no level. */
const isProperties = ({ definition }: Struct | List): boolean => definition === 0;

/** Doubles hold what JSON's numbers are; integers are for what STAC says is one. */
function typeFor(scan: Scan, first: number, name: string): LeafType {
  if (first === quote) return 'text';
  if (first === letterT || first === letterF) return 'boolean';
  if (!isIntegerName(name)) return 'double';
  return Number.isSafeInteger(takeNumber(scan)) ? 'integer' : 'double';
}
