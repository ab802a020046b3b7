import { type TSchema, Type } from 'typebox';
import { PlatformError } from '../../../shared/errors.ts';
import type { Page, PageRequest } from '../../../shared/page.ts';

export const pageQuery = Type.Object({ limit: Type.Optional(Type.String()), after: Type.Optional(Type.String()) });

export const pageSchema = (record: TSchema) =>
  Type.Object({ data: Type.Array(record), has_more: Type.Boolean(), next: Type.Optional(Type.String()) });

const mostPerPage = 1_000;

/** Empty strings count as unset; a limit beyond the maximum is clamped. */
export function toPageRequest({ limit, after }: { limit?: string; after?: string }): PageRequest {
  if (limit && !/^[1-9]\d*$/.test(limit))
    throw new PlatformError('invalid_parameters', `'limit' must be a whole number above 0`);
  return { limit: Math.min(Number(limit || 100), mostPerPage), ...(after ? { after } : {}) };
}

export function pageRecord<T, R>(page: Page<T>, record: (item: T) => R) {
  return { data: page.data.map(record), has_more: page.next !== undefined, ...(page.next ? { next: page.next } : {}) };
}
