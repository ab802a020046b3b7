import {
  type GrowingProperty,
  emptyProperty,
  fromStatistics,
  isKnown,
  learn,
  toStatistics,
} from '../../../../catalog/growing-statistics.ts';
import { boundText } from '../../../../catalog/plan/bound-value.ts';
import {
  type PropertyStatistics,
  isScalar,
  mostProperties,
  saysSomething,
} from '../../../../catalog/property-statistics.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import type { Prepare } from '../file/statements.ts';
import type { PropertyChange, Tally } from '../write/tally.ts';

/** `rest`: the stored text after the count, for as long as nothing new is learnt. */
type Remembered = GrowingProperty & { rest: string | null };
type ByName = Map<string, Remembered>;

/** The statistics of the collections that are written to: nearly every value of a new item is known already. */
export type RememberedStatistics = {
  /** Counts an item's properties in or out. */
  count(tally: Tally, collection: string, properties: JsonObject, by: 1 | -1): void;
  /** Takes over what a verb that succeeded has counted. */
  learn(tally: Tally): void;
  /** Null where no item has the property. */
  read(collection: string, name: string): PropertyStatistics | null;
  /** The properties, by collection, of which something was learnt since the last call. */
  takeTaught(): ReadonlyMap<string, ReadonlySet<string>>;
  /** Writes what changed since the last time. */
  flush(): void;
  forget(): void;
};

const mostCollections = 256;

/** No collection has this id: its rows are over all of them, with the number of collections as their count. */
export const pool = '';

const load = 'SELECT name, statistics FROM property_stats WHERE collection = ?';
const save = 'INSERT OR REPLACE INTO property_stats (collection, name, statistics) VALUES (?, ?, ?)';
const drop = 'DELETE FROM property_stats WHERE collection = ? AND name = ?';

export function createRememberedStatistics(prepare: Prepare): RememberedStatistics {
  const collections = new Map<string, ByName>();
  const changed = new Map<string, Set<string>>();
  let taught = new Map<string, Set<string>>();

  function of(collection: string): ByName {
    const known = collections.get(collection);
    if (known !== undefined) return known;
    const rows = prepare(load).all(collection) as [string, string][];
    const loaded = new Map(rows.map(([name, text]) => [name, remember(text)]));
    collections.set(collection, loaded);
    return loaded;
  }

  function take(collection: string, name: string, { count, fresh }: PropertyChange): void {
    if (count === 0 && fresh.size === 0) return;
    const properties = of(collection);
    const before = properties.get(name);
    if (before === undefined && properties.size >= mostProperties) return;
    const property = before ?? { ...emptyProperty(), rest: null };
    property.count += count;
    for (const value of fresh) learn(property, value);
    if (fresh.size > 0) property.rest = null;
    // Where nobody has the property any more, nothing is known of it.
    const isThere = property.count > 0;
    if (isThere) properties.set(name, property);
    else properties.delete(name);
    namesOf(changed, collection).add(name);
    if (fresh.size > 0 || !isThere) namesOf(taught, collection).add(name);
    if (collection !== pool) takeIntoPool(name, Number(isThere) - Number(before !== undefined), fresh);
  }

  function takeIntoPool(name: string, collectionsMore: number, values: ReadonlySet<unknown>): void {
    if (collectionsMore === 0 && values.size === 0) return;
    const known = of(pool).get(name);
    const fresh = new Set([...values].filter((value) => known === undefined || !isKnown(known, value)));
    take(pool, name, { count: collectionsMore, fresh });
  }

  /** Every name is written once more at the end of the transaction: what is not known then goes. */
  function dropAll(collection: string): void {
    for (const name of of(collection).keys()) {
      namesOf(changed, collection).add(name);
      takeIntoPool(name, -1, new Set());
    }
    collections.set(collection, new Map());
  }

  function write(collection: string, name: string): void {
    const property = of(collection).get(name);
    if (property === undefined) prepare(drop).run(collection, name);
    else prepare(save).run(collection, name, textOf(property));
  }

  return {
    count: (tally, collection, properties, by) => countProperties(tally, collection, of(collection), properties, by),
    learn({ dropped, properties }) {
      for (const collection of dropped) dropAll(collection);
      for (const [collection, changes] of properties)
        for (const [name, change] of changes) take(collection, name, change);
    },
    read(collection, name) {
      const property = of(collection).get(name);
      return property === undefined ? null : toStatistics(property);
    },
    takeTaught() {
      const since = taught;
      taught = new Map();
      since.delete(pool);
      return since;
    },
    flush() {
      for (const [collection, names] of changed) for (const name of names) write(collection, name);
      changed.clear();
      for (const collection of collections.keys()) {
        if (collections.size <= mostCollections) break;
        if (collection !== pool) collections.delete(collection);
      }
    },
    forget() {
      collections.clear();
      changed.clear();
      taught.clear();
    },
  };
}

function namesOf(changed: Map<string, Set<string>>, collection: string): Set<string> {
  const names = changed.get(collection) ?? new Set();
  changed.set(collection, names);
  return names;
}

const remember = (text: string): Remembered => ({
  ...fromStatistics(JSON.parse(text) as PropertyStatistics),
  rest: null,
});

function textOf(property: Remembered): string {
  property.rest ??= JSON.stringify(toStatistics(property)).replace(/^\{"count":\d+/, '');
  return `{"count":${property.count}${property.rest}`;
}

const [anyArray, anyObject] = [[], {}];

function countProperties(tally: Tally, collection: string, known: ByName, properties: JsonObject, by: 1 | -1): void {
  let changes = tally.properties.get(collection);
  if (changes === undefined) tally.properties.set(collection, (changes = new Map()));
  for (const given of Object.keys(properties)) {
    const value = properties[given];
    if (!saysSomething(value)) continue;
    const name = known.has(given) ? given : boundText(given);
    let change = changes.get(name);
    if (change === undefined) changes.set(name, (change = { count: 0, fresh: new Set() }));
    change.count += by;
    if (by < 0) continue;
    const property = known.get(name);
    if (property === undefined || !isKnown(property, value)) change.fresh.add(isScalar(value) ? value : shapeOf(value));
  }
}

const shapeOf = (value: unknown): object => (Array.isArray(value) ? anyArray : anyObject);
