import { readItemTimes } from '../../catalog/item-times.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { type TimeKey, timeKeyMs } from '../../catalog/time-key.ts';
import { acquisitionOf, ownCell } from '../../tiles/acquisition.ts';

/** What is kept of an item while its archive is surveyed: not its document. */
export type ItemFacts = {
  readonly id: string;
  readonly collection: string;
  readonly acquisition: string;
  /** '' where it has no time. */
  readonly takenAt: TimeKey;
  readonly takenMs: number;
  /** What it says of itself it says of that cell. */
  readonly isOfOneCell: boolean;
  /** Of those that records and the query ask for. */
  readonly properties: ReadonlyMap<string, unknown>;
};

export function itemFacts(document: JsonObject, wanted: readonly string[]): ItemFacts {
  const properties = isObject(document['properties']) ? document['properties'] : {};
  const { dt } = readItemTimes(properties);
  return {
    id: String(document['id']),
    collection: String(document['collection']),
    acquisition: acquisitionOf(document),
    takenAt: dt ?? '',
    takenMs: dt === null ? NaN : timeKeyMs(dt),
    isOfOneCell: ownCell(properties) !== null,
    properties: new Map(
      wanted.filter((name) => Object.hasOwn(properties, name)).map((name) => [name, properties[name]]),
    ),
  };
}

/** A field of a query, as far as an item can tell it. */
export function itemValue({ acquisition, collection, takenAt, properties }: ItemFacts, field: string): unknown {
  switch (field) {
    case 'acquisition_id':
      return acquisition;
    case 'collection':
      return collection;
    case 'datetime':
      return takenAt === '' ? null : microsecondsOf(takenAt);
    case 'date':
      return takenAt.slice(0, 10) || null;
    case 'collect_day':
      return takenAt.slice(8, 10) || null;
    case 'collect_month':
      return takenAt.slice(5, 7) || null;
    case 'collect_month_day':
      return takenAt.slice(5, 10) || null;
    case 'modified':
      return properties.get('modified') ?? properties.get('updated');
    default:
      return properties.get(field);
  }
}

/** `YYYY-MM-DDTHH:MM:SS.ffffffZ` */
export const microsecondsOf = (time: TimeKey): string =>
  `${time.slice(0, 19)}.${time.slice(20).padEnd(6, '0').slice(0, 6)}Z`;
