import { itemMembers } from '../../../catalog/item-members.ts';
import { restColumn } from '../names.ts';
import { type Json, isMembers } from '../json.ts';
import { appendDouble, setLevel } from './growing.ts';
import {
  type Leaf,
  type LeafType,
  type List,
  type Node,
  type Struct,
  newLeaf,
  newList,
  newSpace,
  newStruct,
} from './columns.ts';
import { type Budget, type Rest, findChild, putValue, stored, takeKey, takeRest } from './put-value.ts';
import { type Scan, beginScan, isAhead, newScan, rawText, takeNumbers, toNext } from './scan.ts';
import { scanGeometry } from './scan-geometry.ts';
import { addText } from './text-values.ts';
import { type ViewedBytes, viewedText } from './viewed-bytes.ts';
import { type GeometrySummary, appendFlat, appendGeometry, emptySummary } from './wkb.ts';

const [openBrace, closeBrace] = [123, 125];

/** The columns of a file of items, and what is known of them all. */
export type ItemColumns = {
  readonly root: Struct;
  /** The same columns, as far as they are properties. */
  readonly properties: Struct;
  readonly geometry: Leaf;
  readonly box: Struct;
  readonly summary: GeometrySummary;
  readonly budget: Budget;
  readonly scan: Scan;
  /** The members of the item before, in their order: those of the next one will most likely be the same. */
  readonly members: MemberKey[];
};

type MemberKey = { readonly name: string; readonly key: ViewedBytes };

export const mostColumns = 2_000;

const linkMembers = ['href', 'rel', 'type', 'title'] as const;
const boxSides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const boxSidesWithHeight = ['xmin', 'ymin', 'zmin', 'xmax', 'ymax', 'zmax'] as const;

/** Those that the format asks for are there from the beginning, so that a file without items has them too. */
export function newItemColumns(): ItemColumns {
  const rows = newSpace(0);
  const root: Struct = { ...newStruct({ name: 'schema', parent: null, space: rows }), definition: 0, isLive: true };
  const leafOf = (parent: Struct, name: string, type: LeafType) =>
    keep(parent, newLeaf({ name, parent, space: parent.space }, type));
  leafOf(root, 'type', 'text');
  leafOf(root, 'stac_version', 'text');
  const extensions = keep(root, newList({ name: 'stac_extensions', parent: root, space: rows }));
  extensions.element = newLeaf({ name: 'stac_extensions', parent: extensions, space: extensions.inner }, 'text');
  leafOf(root, 'id', 'text');
  leafOf(root, 'collection', 'text');
  const geometry = leafOf(root, 'geometry', 'binary');
  const box = keep(root, newStruct({ name: 'bbox', parent: root, space: rows }));
  for (const side of boxSides) leafOf(box, side, 'double');
  addLinks(root);
  keep(root, newStruct({ name: 'assets', parent: root, space: rows }));
  const properties: Struct = { ...root, name: 'properties', children: new Map() };
  keep(root, keep(properties, newLeaf({ name: 'datetime', parent: properties, space: rows }, 'time')));
  return {
    root,
    properties,
    geometry,
    box,
    summary: emptySummary(),
    budget: { columns: mostColumns },
    scan: newScan(),
    members: [],
  };
}

function keep<N extends Node>(parent: Struct, node: N): N {
  parent.children.set(node.name, node);
  return node;
}

function addLinks(root: Struct): void {
  const links: List = keep(root, newList({ name: 'links', parent: root, space: root.space }));
  const link = newStruct({ name: 'links', parent: links, space: links.inner });
  links.element = link;
  for (const name of linkMembers) keep(link, newLeaf({ name, parent: link, space: link.space }, 'text'));
}

/** Writes an item, as the bytes of its JSON, as the next row. */
export function putItem(columns: ItemColumns, item: Buffer): void {
  const { root, scan, members } = columns;
  const row = root.space.count++;
  beginScan(scan, item);
  if (toNext(scan) !== openBrace) throw new SyntaxError('an item that is no object');
  scan.at++;
  let rest: Rest = stored;
  for (let index = 0; toNext(scan) !== closeBrace; index++) {
    const start = scan.at;
    const name = takeMember(scan, members, index);
    const end = scan.at;
    const left = putItemMember(columns, name, row);
    if (left !== stored) rest = `${rest === stored ? '{' : `${rest},`}${rawText(scan, start, end)}:${left}`;
  }
  if (rest !== stored) putRest(root, `${rest}}`, row);
}

const mostMembers = 64;

/** Takes the name of the member that is so many behind the first. */
function takeMember(scan: Scan, members: MemberKey[], index: number): string {
  const guess = members[index];
  if (guess !== undefined && isAhead(scan, guess.key)) {
    scan.at += guess.key.bytes.length;
    return guess.name;
  }
  const name = takeKey(scan);
  if (index < mostMembers) members[index] = { name, key: viewedText(JSON.stringify(name)) };
  return name;
}

function putItemMember(columns: ItemColumns, name: string, row: number): Rest {
  const { scan, root, budget } = columns;
  if (name === 'properties') return putProperties(columns, row);
  if (!itemMembers.has(name)) return takeRest(scan);
  if (name !== 'geometry' && name !== 'bbox') return putValue(root.children.get(name)!, scan, row, budget);
  return name === 'bbox' ? putBbox(columns, row) : putShape(columns, row);
}

function putBbox({ box, scan }: ItemColumns, row: number): Rest {
  const start = scan.at;
  const numbers = takeNumbers(scan, boxSidesWithHeight.length);
  if (numbers !== null && putBox(box, numbers, row)) return stored;
  scan.at = start;
  return takeRest(scan);
}

function putShape(columns: ItemColumns, row: number): Rest {
  const { geometry, summary, scan } = columns;
  if (geometry.levels.end <= row && scanGeometry(geometry.blobs, scan, summary)) {
    setLevel(geometry.levels, row, geometry.definition);
    return stored;
  }
  const raw = takeRest(scan);
  return putGeometry(columns, JSON.parse(raw) as Json, row) ? stored : raw;
}

function putProperties({ root, properties, scan, budget }: ItemColumns, row: number): Rest {
  if (toNext(scan) !== openBrace) return takeRest(scan);
  scan.at++;
  let rest: Rest = stored;
  let last: Node | null = null;
  while (toNext(scan) !== closeBrace) {
    const start = scan.at;
    const known = properties.children.size;
    const child: Node | null = findChild(properties, last, scan, budget);
    const end = scan.at;
    if (properties.children.size > known) keep(root, child!);
    const left = child === null ? takeRest(scan) : putValue(child, scan, row, budget);
    if (left !== stored) rest = `${rest === stored ? '{' : `${rest},`}${rawText(scan, start, end)}:${left}`;
    last = child;
  }
  scan.at++;
  return rest === stored ? stored : `${rest}}`;
}

/** False where something is left over: members of a geometry that are not its type and its positions, and heights that not all of these have. */
function putGeometry({ geometry, summary }: ItemColumns, value: Json, row: number): boolean {
  if (geometry.levels.end > row || !isMembers(value)) return false;
  const isWhole = appendGeometry(geometry.blobs, value, summary);
  if (!isWhole && !appendFlat(geometry.blobs, value, summary)) return false;
  setLevel(geometry.levels, row, geometry.definition);
  return isWhole && Object.keys(value).length === 2;
}

function putBox(box: Struct, numbers: readonly number[], row: number): boolean {
  if (box.levels.end > row || (numbers.length !== 4 && numbers.length !== 6)) return false;
  const sides = numbers.length === 4 ? boxSides : boxSidesWithHeight;
  for (let index = 0; index < sides.length; index++) {
    const side = sides[index]!;
    const known = box.children.get(side) as Leaf | undefined;
    const leaf = known ?? keep(box, newLeaf({ name: side, parent: box, space: box.space }, 'double'));
    appendDouble(leaf.numbers, numbers[index]!);
    setLevel(leaf.levels, row, leaf.definition);
  }
  setLevel(box.levels, row, box.definition);
  return true;
}

function putRest(root: Struct, json: string, row: number): void {
  const known = root.children.get(restColumn) as Leaf | undefined;
  const leaf = known ?? keep(root, newLeaf({ name: restColumn, parent: root, space: root.space }, 'text'));
  const viewed = viewedText(json);
  addText(leaf.texts, viewed, 0, viewed.bytes.length);
  setLevel(leaf.levels, row, leaf.definition);
}
