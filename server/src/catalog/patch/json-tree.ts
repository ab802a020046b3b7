import { isObject } from '../refuse.ts';
import type { Pointer } from './json-pointer.ts';

/** A document in a box, so that the whole of it has a parent too. */
export type Root = { document: unknown };

type Container = Record<string, unknown> | unknown[];
type Place = { readonly parent: Container; readonly key: string };

/** Where a pointer leads, whether or not something is there; null where not even its parent is. */
export function placeOf(root: Root, pointer: Pointer): Place | null {
  let parent: unknown = root;
  const way = ['document', ...pointer];
  for (const token of way.slice(0, -1)) parent = memberOf(parent, token);
  return isContainer(parent) ? { parent, key: way.at(-1)! } : null;
}

/** What is there; undefined where nothing is. */
export const valueAt = (place: Place | null): unknown =>
  place === null ? undefined : memberOf(place.parent, place.key);

/** Puts a value in, before what is there in an array; false where an array has no such index. */
export function insertAt({ parent, key }: Place, value: unknown): boolean {
  if (!Array.isArray(parent)) {
    parent[key] = value;
    return true;
  }
  const index = key === '-' ? parent.length : indexOf(key);
  if (index > parent.length) return false;
  parent.splice(index, 0, value);
  return true;
}

/** Only where something is. */
export function replaceAt({ parent, key }: Place, value: unknown): void {
  if (Array.isArray(parent)) parent[indexOf(key)] = value;
  else parent[key] = value;
}

/** Only where something is. */
export function removeAt({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(indexOf(key), 1);
  else delete parent[key];
}

/** As JSON compares: by value, members in any order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSameJson(one, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  );
}

/** How many arrays and objects lie within one another. */
export function depthOf(value: unknown): number {
  if (!isContainer(value)) return 0;
  return Object.values(value).reduce<number>((deepest, each) => Math.max(deepest, 1 + depthOf(each)), 1);
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

function memberOf(container: unknown, key: string): unknown {
  if (Array.isArray(container)) return container[indexOf(key)];
  return isObject(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Beyond every array where the token is no index. */
const indexOf = (token: string): number => (/^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : Infinity);
