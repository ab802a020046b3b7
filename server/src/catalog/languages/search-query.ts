import { type JsonObject, refuse, refuseArea } from '../refuse.ts';
import { readJson } from './search-filter.ts';

/** The parameters of a URL; one that is repeated comes as a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Older spellings of the discovery clients, and what they mean. */
export const olderNames: Readonly<Record<string, string>> = { orderby: 'sortby', orderBy: 'sortby', sortBy: 'sortby' };

/** Parameters that take one value; what is not known is for others to ignore or refuse. */
const singles = new Set([
  'intersects',
  'datetime',
  'filter',
  'filter-lang',
  'filter-crs',
  'where',
  'query',
  'limit',
  'token',
  'page',
  'offset',
]);
const lists = new Set(['q', 'bbox', 'ids', 'collections', 'fields', 'sortby', ...Object.keys(olderNames)]);

/** The parameters as the members of a POST body that says the same; an empty parameter was not given. */
export function membersOfQuery(query: QueryParameters): JsonObject {
  // Not by assignment, which takes `__proto__` for something else.
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const text = singleText(name, value);
      return [name, text === undefined || text.trim() === '' ? undefined : memberOf(name, text)];
    }),
  );
}

function singleText(name: string, value: QueryParameters[string]): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (lists.has(name)) return value.join(',');
  return value.length > 1 && singles.has(name) ? refuse(name, 'must be given once') : value[0];
}

function memberOf(name: string, text: string): unknown {
  switch (name) {
    case 'bbox':
      return text.split(',').map(readCoordinate);
    case 'ids':
    case 'collections':
      return text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
    case 'intersects':
      return text.trimStart().startsWith('{') ? readJson(text, name) : refuseArea(name, 'must be a GeoJSON geometry');
    case 'query':
      return readJson(text, name);
    case 'limit':
    case 'page':
    case 'offset':
      return /^[+-]?\d+$/.test(text.trim()) ? Number(text) : refuse(name, 'must be a whole number');
    default:
      return text;
  }
}

/** Whether a parameter is a number as people and programs write it: not hexadecimal, nor empty. */
export const isNumberText = (text: string): boolean => /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);

const readCoordinate = (text: string): number =>
  isNumberText(text) ? Number(text) : refuseArea('bbox', 'must hold numbers alone');
