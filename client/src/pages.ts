import { isObject } from './read-answer.ts';

/** A part of a list, newest first. */
export type Page<T> = {
  readonly data: readonly T[];
  readonly has_more: boolean;
  /** What `after` takes for the page behind this one. */
  readonly next?: string;
};

export type PageRequest = { readonly limit?: number; readonly after?: string };

export const readPage = <T>(body: unknown): Page<T> | undefined =>
  isObject(body) && Array.isArray(body['data']) && typeof body['has_more'] === 'boolean'
    ? (body as Page<T>)
    : undefined;

/** An answer that is an object with these members. */
export const readObject =
  <T>(...members: readonly string[]) =>
  (body: unknown): T | undefined =>
    isObject(body) && members.every((member) => body[member] !== undefined) ? (body as T) : undefined;
