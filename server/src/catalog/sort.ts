import { type JsonObject, asText, isObject, refuse } from './refuse.ts';

export type SortKey = { readonly field: string; readonly isDescending: boolean };

/** A complete order: it ends in what tells any two items apart. Nulls come last in both directions. */
export type Sort = readonly SortKey[];

const newestFirst: SortKey = { field: 'datetime', isDescending: true };
const mostKeys = 8;

/** Datetime descending, id, collection. */
export const defaultSort: Sort = completeSort([]);

/** Adds what the order needs to be complete, as the stores' indexes have it: datetime descending, id, collection. */
export function completeSort(keys: readonly SortKey[]): Sort {
  const own = keys.filter(({ field }, i) => keys.findIndex((key) => key.field === field) === i);
  const has = (name: string) => own.some(({ field }) => field === name);
  const ending = ['id', 'collection'].filter((field) => !has(field)).map((field) => ({ field, isDescending: false }));
  return has('datetime') || has('id') ? [...own, ...ending] : [...own, newestFirst, ...ending];
}

/** `+a,-b`, `a desc, b`, or the JSON of the sort extension: objects with `field` and `direction`. */
export function readSort(value: unknown, member = 'sortby'): Sort {
  if (typeof value === 'string')
    return bounded(
      value.split(',').map((one) => readWord(one, member)),
      member,
    );
  if (!Array.isArray(value)) return refuse(member, 'must be a text or an array of objects with field and direction');
  return bounded(
    value.map((one: unknown, i) => {
      if (typeof one === 'string') return readWord(one, `${member}[${i}]`);
      return isObject(one) ? readKey(one, `${member}[${i}]`) : refuse(`${member}[${i}]`, 'must be an object or a text');
    }),
    member,
  );
}

function bounded(keys: readonly SortKey[], member: string): Sort {
  if (keys.length > mostKeys) refuse(member, `must name at most ${mostKeys} fields`);
  return completeSort(keys);
}

/** A `+` arrives as a blank from a URL that did not encode it. */
function readWord(text: string, member: string): SortKey {
  const [, sign = '', field = '', word = ''] = /^\s*([+-]?)\s*(\S+?)(?:\s+(asc|desc))?\s*$/i.exec(text) ?? [];
  if (field === '') refuse(member, "must name fields, such as '-datetime,+id' or 'datetime desc'");
  return { field: readField(field, member), isDescending: sign === '-' || word.toLowerCase() === 'desc' };
}

function readKey({ field, direction }: JsonObject, member: string): SortKey {
  const way = direction === undefined ? 'asc' : asText(direction, `${member}.direction`).toLowerCase();
  if (way !== 'asc' && way !== 'desc') refuse(`${member}.direction`, "must be 'asc' or 'desc'");
  return { field: readField(asText(field, `${member}.field`), `${member}.field`), isDescending: way === 'desc' };
}

/** What no order can name: nothing, and members of items that have none; properties of these names are out of reach. */
export const unsortable: ReadonlySet<string> = new Set(['', 'bbox', 'geometry']);

function readField(name: string, member: string): string {
  const field = name.startsWith('properties.') ? name.slice('properties.'.length) : name;
  if (field === '') refuse(member, 'must name a field');
  if (unsortable.has(field)) refuse(member, `must not be '${field}', which has no order`);
  return field;
}
