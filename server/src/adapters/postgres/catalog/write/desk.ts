import type { PoolClient } from 'pg';
import type { DeclaredProperty } from '../../../../catalog/plan/slots.ts';
import type { ItemsExtent } from '../../../../catalog/collections/items-extent.ts';
import type { EntryPlaces } from '../partitions/entry-places.ts';
import type { PropertyTally } from '../collections/property-tally.ts';
import type { Query } from '../database/query.ts';

/** One writing transaction: no other is at work anywhere for as long as it runs. */
export type Desk = {
  readonly client: PoolClient;
  readonly query: Query;
  readonly declared: readonly DeclaredProperty[];
  readonly entries: EntryPlaces;
  readonly properties: PropertyTally;
  /** By collection: how many items more. */
  readonly items: Map<string, number>;
  /** By collection: around the items that came. */
  readonly extents: Map<string, ItemsExtent>;
  /** Slots that now hold a value that is too long to be sorted by as a whole. */
  readonly longSlots: Set<number>;
  /** Slots that now hold a value that entries have no room for. */
  readonly wideSlots: Set<number>;
  /** The number of the next arrival. */
  nextPk: number;
  hasChanged: boolean;
};
