import { PlatformError } from '../../shared/errors.ts';
import { type JsonObject, isObject, refuse } from '../refuse.ts';
import { type Pointer, deepestPointer, isProperPrefix, readPointer } from './json-pointer.ts';
import { type Root, depthOf, insertAt, isSameJson, placeOf, removeAt, replaceAt, valueAt } from './json-tree.ts';

type Operation = { readonly at: string; readonly path: Pointer } & (
  | { readonly op: 'add' | 'replace' | 'test'; readonly value: unknown }
  | { readonly op: 'move' | 'copy'; readonly from: Pointer }
  | { readonly op: 'remove' }
);

type Budget = { characters: number };

const mostOperations = 1_000;
/** A few copies of copies would otherwise make a document of any size. */
const mostCopied = 8_388_608;

/** RFC 6902. The operations are read here, before anything is looked at that they change. */
export function readJsonPatch(body: unknown): (document: JsonObject) => unknown {
  if (!Array.isArray(body)) return refuse('patch', 'must be an array of operations');
  if (body.length > mostOperations) refuse('patch', `must have at most ${mostOperations} operations`);
  const operations = body.map((operation, i) => readOperation(operation, `patch[${i}]`));
  return (document) => {
    const root: Root = { document: structuredClone(document) };
    const budget: Budget = { characters: mostCopied };
    for (const operation of operations) apply(root, operation, budget);
    return root.document;
  };
}

function readOperation(given: unknown, at: string): Operation {
  if (!isObject(given)) return refuse(at, 'must be an object');
  const path = readPointer(given['path'], `${at}.path`);
  const op = given['op'];
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      if (!('value' in given)) refuse(`${at}.value`, 'is a required property');
      return { at, op, path, value: given['value'] };
    case 'move':
    case 'copy':
      return { at, op, path, from: readPointer(given['from'], `${at}.from`) };
    case 'remove':
      if (path.length === 0) refuse(`${at}.path`, 'must not be the whole document');
      return { at, op, path };
    default:
      return refuse(`${at}.op`, 'must be one of add, remove, replace, move, copy, test');
  }
}

function apply(root: Root, operation: Operation, budget: Budget): void {
  const { at, path } = operation;
  switch (operation.op) {
    case 'add':
      return add(root, operation, structuredClone(operation.value));
    case 'remove':
      return removeAt(present(root, path, `${at}.path`));
    case 'replace':
      return replaceAt(present(root, path, `${at}.path`), shallowEnough(operation, structuredClone(operation.value)));
    case 'copy':
      return add(root, operation, copied(root, operation, budget));
    case 'move': {
      if (isProperPrefix(operation.from, path)) refuse(`${at}.path`, "must not lie within 'from'");
      const value = copied(root, operation, budget);
      if (operation.from.length > 0) removeAt(present(root, operation.from, `${at}.from`));
      return add(root, operation, value);
    }
    case 'test':
      // The caller's own condition on the state, so that it is a conflict (RFC 5789, 2.2) and not a bad patch.
      if (!isSameJson(valueAt(placeOf(root, path)), operation.value))
        throw new PlatformError('conflict', `'${at}' tests for another value than the one that is there`);
  }
}

function add(root: Root, operation: Operation, value: unknown): void {
  const place = placeOf(root, operation.path);
  if (place === null || !insertAt(place, shallowEnough(operation, value)))
    refuse(`${operation.at}.path`, 'leads nowhere in this document');
}

function present(root: Root, pointer: Pointer, member: string) {
  const place = placeOf(root, pointer);
  return place !== null && valueAt(place) !== undefined ? place : refuse(member, 'leads nowhere in this document');
}

function copied(root: Root, { at, from }: Operation & { readonly from: Pointer }, budget: Budget): unknown {
  const text = JSON.stringify(valueAt(present(root, from, `${at}.from`)));
  budget.characters -= text.length;
  if (budget.characters < 0) refuse(at, `copies or moves too much: at most ${mostCopied} characters in one patch`);
  return JSON.parse(text);
}

function shallowEnough({ at, path }: Operation, value: unknown): unknown {
  return path.length + depthOf(value) <= deepestPointer ? value : refuse(`${at}.path`, 'nests too deeply');
}
