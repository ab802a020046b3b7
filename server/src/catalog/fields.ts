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

const topLevel = new Set([
  'type',
  'stac_version',
  'stac_extensions',
  'id',
  'collection',
  'geometry',
  'bbox',
  'links',
  'assets',
  'properties',
]);

/** `a,-b,+c`, or the JSON of the fields extension. */
export function readFields(value: unknown): Fields {
  if (typeof value === 'string') return readList(value.split(','));
  if (Array.isArray(value)) return readList(asTexts(value, 'fields'));
  if (!isObject(value)) return refuse('fields', 'must be a text or an object with include and exclude');
  return {
    include: asTexts(value['include'] ?? [], 'fields.include').map(rooted),
    exclude: asTexts(value['exclude'] ?? [], 'fields.exclude').map(rooted),
  };
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

/** The document with what is wanted of it: the longer path decides, and of two equal ones the exclusion. */
export function projectFields(document: JsonObject, { include, exclude }: Fields): JsonObject {
  const isEmpty = include.length === 0 && exclude.length === 0;
  const wanted = isEmpty ? defaultFields : include.length > 0 ? [...alwaysIncluded, ...include] : null;
  const rules = new Map<string, boolean>();
  for (const path of wanted ?? []) rules.set(path, true);
  for (const path of exclude) rules.set(path, false);
  return (project(document, '', wanted === null, rules) ?? {}) as JsonObject;
}

/** Undefined when nothing below is wanted. */
function project(value: unknown, path: string, isWanted: boolean, rules: ReadonlyMap<string, boolean>): unknown {
  if (!isObject(value) || !hasRuleBelow(path, rules)) return isWanted ? value : undefined;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    const projected = project(member, inner, rules.get(inner) ?? isWanted, rules);
    return projected === undefined ? [] : [[name, projected] as const];
  });
  return kept.length > 0 || isWanted ? Object.fromEntries(kept) : undefined;
}

function hasRuleBelow(path: string, rules: ReadonlyMap<string, boolean>): boolean {
  if (path === '') return true;
  for (const rule of rules.keys()) if (rule.startsWith(`${path}.`)) return true;
  return false;
}
