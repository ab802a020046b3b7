import { itemMembers } from './item-members.ts';
import { type JsonObject, asTexts, isObject, refuse } from './refuse.ts';

/** Which members of an item are wanted; paths are parted by dots. */
export type Fields = { readonly include: readonly string[]; readonly exclude: readonly string[] };

/** What an item is when fields are asked for without naming any. */
const defaultFields = [
  'type',
  'stac_version',
  'id',
  'collection',
  'geometry',
  'bbox',
  'links',
  'assets',
  'properties.datetime',
  'properties.start_datetime',
  'properties.end_datetime',
];

/** What an answer is recognised by stays, unless it is excluded by name. */
const alwaysIncluded = ['type', 'stac_version', 'id', 'collection'];

const topLevel: ReadonlySet<string> = new Set([...itemMembers, 'properties']);

const mostNames = 1_000;
const longestName = 256;

/** `a,-b,+c`, or the JSON of the fields extension. */
export function readFields(value: unknown): Fields {
  const fields = readNames(value);
  const names = [...fields.include, ...fields.exclude];
  if (names.length > mostNames) refuse('fields', `must name at most ${mostNames} fields`);
  if (names.some(({ length }) => length > longestName)) refuse('fields', `must have names of at most ${longestName}`);
  return fields;
}

function readNames(value: unknown): Fields {
  if (typeof value === 'string') return readList(value.split(','));
  if (Array.isArray(value)) return readList(asTexts(value, 'fields'));
  if (!isObject(value)) return refuse('fields', 'must be a text or an object with include and exclude');
  const include = asTexts(value['include'] ?? [], 'fields.include').map(rooted);
  const exclude = asTexts(value['exclude'] ?? [], 'fields.exclude').map(rooted);
  // The extension tells an `include` that is empty from one that is absent: the first begins with the default.
  const isFromDefault = 'include' in value && include.length === 0 && exclude.length > 0;
  return { include: isFromDefault ? defaultWithout(exclude) : include, exclude };
}

/** No item has it, since its type is a text. */
const nothing = 'type.';

function defaultWithout(exclude: readonly string[]): readonly string[] {
  const isLeftOut = (name: string) => exclude.some((path) => name === path || name.startsWith(`${path}.`));
  const left = defaultFields.filter((name) => !isLeftOut(name));
  // None at all would mean all that is not excluded.
  return left.length > 0 ? left : [nothing];
}

/** A `+` arrives as a blank from a URL that did not encode it. */
function readList(names: readonly string[]): Fields {
  const words = names.map((name) => name.trim()).filter((name) => name !== '');
  return {
    include: words.filter((word) => !isExcluded(word)).map((word) => rooted(word.replace(/^\+\s*/, ''))),
    exclude: words.filter(isExcluded).map((word) => rooted(word.slice(1))),
  };
}

const isExcluded = (word: string): boolean => word.startsWith('-');

/** A name that no item has at its top is a property's. */
const rooted = (name: string): string => (topLevel.has(name.split('.')[0]!) ? name : `properties.${name}`);

/** The document with what is wanted of it: the longer path decides, and of two equal ones the inclusion. */
export function projectFields(document: JsonObject, fields: Fields): JsonObject {
  const rules = known.get(fields) ?? rulesOf(fields);
  known.set(fields, rules);
  return (project(document, '', rules.isAllWanted, rules) ?? {}) as JsonObject;
}

type Rules = {
  readonly isAllWanted: boolean;
  readonly isWanted: ReadonlyMap<string, boolean>;
  /** Paths that lead to others with a rule. */
  readonly parents: ReadonlySet<string>;
};

/** Read once for a page, not once for each of its items. */
const known = new WeakMap<Fields, Rules>();

function rulesOf({ include, exclude }: Fields): Rules {
  const isEmpty = include.length === 0 && exclude.length === 0;
  const wanted = isEmpty ? defaultFields : include;
  const isWanted = new Map<string, boolean>();
  for (const path of alwaysIncluded) isWanted.set(path, true);
  for (const path of exclude) isWanted.set(path, false);
  for (const path of wanted) isWanted.set(path, true);
  return { isAllWanted: wanted.length === 0, isWanted, parents: new Set(['', ...[...isWanted.keys()].flatMap(above)]) };
}

const above = (path: string): readonly string[] => {
  const steps = path.split('.');
  return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('.'));
};

/** Undefined when nothing below is wanted. */
function project(value: unknown, path: string, isWanted: boolean, rules: Rules): unknown {
  if (!isObject(value) || !rules.parents.has(path)) return isWanted ? value : undefined;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    const projected = project(member, inner, rules.isWanted.get(inner) ?? isWanted, rules);
    return projected === undefined ? [] : [[name, projected] as const];
  });
  return kept.length > 0 || isWanted ? Object.fromEntries(kept) : undefined;
}
