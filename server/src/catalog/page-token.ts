import { hash } from 'node:crypto';
import { fnv1a } from '../shared/fnv.ts';
import { refuse } from './refuse.ts';
import { type Sort, defaultSort } from './sort.ts';
import type { SortValue } from './sort-value.ts';
import { readTime, timeKeyText } from './time-key.ts';

/** A place between two items: the page lies after the values, or before them when it is asked for backwards. */
export type PagePosition = { readonly isBackward: boolean; readonly values: readonly SortValue[] };

const version = 1;
const checkLength = 8;

/** Opaque to clients. The check tells damage, not malice: a token opens nothing that its bearer may not see. */
export function writePageToken({ isBackward, values }: PagePosition, sort: Sort): string {
  const body = JSON.stringify([version, isBackward ? 1 : 0, sortHash(sort), ...values]);
  return Buffer.from(`${checkOf(body)}${body}`).toString('base64url');
}

export function readPageToken(token: string, sort: Sort, member = 'token'): PagePosition {
  const [given, way, hash, ...values] = readBody(token) ?? refuse(member, 'is not a token of this service');
  if (given !== version) refuse(member, 'was made by another version of this service: search anew');
  if (hash !== sortHash(sort)) refuse(member, 'belongs to a search with another order');
  // The check is no secret, so a token may have been made by hand.
  if (!areValues(values, sort)) return refuse(member, 'is not a token of this service');
  return { isBackward: way === 1, values };
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTimeKey = (value: unknown): boolean => typeof value === 'string' && readTime(timeKeyText(value)) === value;

function areValues(values: readonly unknown[], sort: Sort): values is readonly SortValue[] {
  return values.length === sort.length && values.every((value, i) => fits(value, sort[i]!.field));
}

function fits(value: unknown, field: string): boolean {
  if (field === 'id' || field === 'collection') return isText(value);
  if (field === 'datetime') return value === null || isTimeKey(value);
  return value === null || isText(value) || (typeof value === 'number' && Number.isFinite(value));
}

function readBody(token: string): readonly unknown[] | null {
  if (!/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.toString('utf8', checkLength);
  const isWhole = bytes.toString('latin1', 0, checkLength) === checkOf(body) || isOfEarlierBuild(bytes);
  // One spelling only: base64 readers ignore stray bits.
  if (!isWhole || bytes.toString('base64url') !== token) return null;
  try {
    const parts: unknown = JSON.parse(body);
    return Array.isArray(parts) ? parts : null;
  } catch {
    return null;
  }
}

/** Every page makes a token: a cryptographic sum was one part in forty of what a search costs. */
const checkOf = (body: string): string => fnv1a(body).toString(16).padStart(checkLength, '0');

/** Whoever goes through pages while the service is renewed goes on. */
function isOfEarlierBuild(bytes: Buffer): boolean {
  const sum = hash('sha256', Buffer.concat([salt, bytes.subarray(checkLength)]), 'buffer');
  return sum.subarray(0, checkLength).equals(bytes.subarray(0, checkLength));
}

const salt = Buffer.from('swath page token');

/** Nearly every token is of this order. */
const hashOfDefault = hashOf(textOf(defaultSort));

/** Few others are asked for again and again. */
const known = new Map<string, string>();
const mostKnown = 100;
const longestKnown = 500;

function sortHash(sort: Sort): string {
  if (sort === defaultSort) return hashOfDefault;
  const text = textOf(sort);
  const found = known.get(text);
  if (found !== undefined) return found;
  const hashed = hashOf(text);
  if (text.length >= longestKnown) return hashed;
  if (known.size >= mostKnown) known.clear();
  known.set(text, hashed);
  return hashed;
}

function textOf(sort: Sort): string {
  return JSON.stringify(sort.map(({ field, isDescending }) => [field, isDescending]));
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}
