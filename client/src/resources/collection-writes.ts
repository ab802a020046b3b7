import { readObject } from '../pages.ts';
import { pathOf } from '../query.ts';
import { type CallOptions, type Sender, nothing } from '../transport.ts';
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
  const call = { read: readCollection };
  return {
    create: (body, options) =>
      sender.send({ ...call, method: 'POST', path: '/collections', body, signal: options?.signal }),
    change: (id, body, options) =>
      sender.send({ ...call, method: 'PATCH', path: one(id), body, signal: options?.signal }),
    remove: async (id, options) => {
      await sender.send({ method: 'DELETE', path: one(id), read: nothing, signal: options?.signal });
    },
  };
}

const readCollection = readObject<Collection>('type', 'id', 'links');
