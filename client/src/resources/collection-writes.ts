import { callsOf } from '../calls.ts';
import { readObject } from '../pages.ts';
import { pathOf } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { Collection } from '../wire/stac.ts';

/** Collections as those write them who may: `catalog:write`. */
export type CollectionWrites = {
  /** A STAC collection; its id must be new. */
  create(document: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Collection>;
  /** A JSON Merge Patch: null takes a member away. */
  change(id: string, patch: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Collection>;
  /** With all its items. */
  remove(id: string, options?: CallOptions): Promise<void>;
};

const one = (id: string) => pathOf('collections', id);

export function collectionWrites(sender: Sender): CollectionWrites {
  const { post, patch, remove } = callsOf(sender);
  return {
    create: (body, options) => post('/collections', body, readCollection, options),
    change: (id, body, options) => patch(one(id), body, readCollection, options),
    remove: (id, options) => remove(one(id), options),
  };
}

const readCollection = readObject<Collection>('type', 'id', 'links');
