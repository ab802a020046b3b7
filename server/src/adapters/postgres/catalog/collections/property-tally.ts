import { createHash } from 'node:crypto';
import {
  type GrowingProperty,
  emptyProperty,
  fromStatistics,
  isKnown,
  learn,
  toStatistics,
} from '../../../../catalog/growing-statistics.ts';
import { boundText } from '../../../../catalog/plan/bound-value.ts';
import { type PropertyStatistics, mostProperties, saysSomething } from '../../../../catalog/property-statistics.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import type { Query } from '../database/query.ts';

/** What is known of properties, as one transaction changes it. */
export type PropertyTally = {
  /** Counts an item's properties in or out. */
  count(collection: string, properties: JsonObject, by: 1 | -1): Promise<void>;
  /** The collection is gone with all that was known of its items. */
  drop(collection: string): Promise<void>;
  /** Null where no item has the property. */
  read(collection: string, name: string): Promise<PropertyStatistics | null>;
  /** The collections of which something was learnt. */
  taught(): readonly string[];
  flush(): Promise<void>;
};

/** No collection has this id: its rows are over all of them, with the number of collections as their count. */
export const pool = '';

type ByName = Map<string, GrowingProperty>;

const load = 'SELECT name, statistics FROM catalog_properties WHERE collection = ?';
const save = `INSERT INTO catalog_properties (collection, name_key, name, statistics)
  SELECT ?, * FROM unnest(?::text[], ?::text[], ?::text[])
  ON CONFLICT (collection, name_key) DO UPDATE SET statistics = excluded.statistics`;
const remove = 'DELETE FROM catalog_properties WHERE collection = ? AND name_key = ANY(?::text[])';

export function createPropertyTally(query: Query): PropertyTally {
  const collections = new Map<string, ByName>();
  const changed = new Map<string, Set<string>>();
  const taught = new Set<string>();

  async function of(collection: string): Promise<ByName> {
    const known = collections.get(collection);
    if (known !== undefined) return known;
    const rows = await query<[string, string]>(load, [collection]);
    const loaded: ByName = new Map(
      rows.map(([name, text]) => [name, fromStatistics(JSON.parse(text) as PropertyStatistics)]),
    );
    collections.set(collection, loaded);
    return loaded;
  }

  function note(collection: string, name: string): void {
    const names = changed.get(collection);
    if (names === undefined) changed.set(collection, new Set([name]));
    else names.add(name);
  }

  /** Where the last one goes, nothing is known any more. */
  function add(collection: string, known: ByName, name: string, by: number, value: unknown): GrowingProperty | null {
    const before = known.get(name);
    // Of what is not known, none can go.
    if (before === undefined && (by < 0 || known.size >= mostProperties)) return null;
    const property = before ?? emptyProperty();
    property.count += by;
    note(collection, name);
    if (before !== undefined && property.count <= 0) {
      known.delete(name);
      taught.add(collection);
      return null;
    }
    if (before === undefined) known.set(name, property);
    if (value === undefined || isKnown(property, value)) return property;
    learn(property, value);
    taught.add(collection);
    return property;
  }

  async function drop(collection: string): Promise<void> {
    const [known, all] = [await of(collection), await of(pool)];
    for (const name of known.keys()) {
      note(collection, name);
      add(pool, all, name, -1, undefined);
    }
    known.clear();
  }

  async function count(collection: string, properties: JsonObject, by: 1 | -1): Promise<void> {
    const known = await of(collection);
    const all = await of(pool);
    for (const given of Object.keys(properties)) {
      const value = properties[given];
      if (!saysSomething(value)) continue;
      const name = known.has(given) ? given : boundText(given);
      const before = known.get(name);
      if (by > 0) {
        const isNew = before === undefined;
        const isTelling = isNew || !isKnown(before, value);
        if (add(collection, known, name, 1, value) !== null && isTelling) add(pool, all, name, Number(isNew), value);
      } else if (before !== undefined && add(collection, known, name, -1, undefined) === null)
        add(pool, all, name, -1, undefined);
    }
  }

  async function write(collection: string, names: ReadonlySet<string>): Promise<void> {
    const known = await of(collection);
    const there = [...names].filter((name) => known.has(name));
    const gone = [...names].filter((name) => !known.has(name));
    const texts = there.map((name) => JSON.stringify(toStatistics(known.get(name)!)));
    if (there.length > 0) await query(save, [collection, there.map(keyOf), there, texts]);
    if (gone.length > 0) await query(remove, [collection, gone.map(keyOf)]);
  }

  return {
    count,
    drop,
    async read(collection, name) {
      const property = (await of(collection)).get(name);
      return property === undefined ? null : toStatistics(property);
    },
    taught: () => [...taught].filter((collection) => collection !== pool),
    async flush() {
      for (const [collection, names] of changed) await write(collection, names);
      changed.clear();
    },
  };
}

const longestKey = 200;

/** An index takes no long texts. */
const keyOf = (name: string): string =>
  name.length <= longestKey ? name : createHash('sha256').update(name).digest('hex');
