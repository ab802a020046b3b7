import { PlatformError } from '../shared/errors.ts';
import { parseItem } from './item.ts';
import type { Catalog, ItemWrite, WriteMode, WriteOutcome } from './ports.ts';
import { type JsonObject, isObject } from './refuse.ts';

/** What became of one feature of a bulk load; `id` is null where it could not be read. */
export type FeatureReport = {
  readonly index: number;
  readonly id: string | null;
  readonly outcome: WriteOutcome | 'invalid';
  readonly etag: string | null;
  /** Says which member is wrong, where the outcome is `invalid`. */
  readonly reason: string | null;
};

type Reading = { readonly index: number } & ({ readonly write: ItemWrite } | { readonly report: FeatureReport });

/** Stores the good items of a bulk load and reports on every one, in order. */
export async function putFeatures(
  { catalog }: { readonly catalog: Catalog },
  collection: string,
  features: readonly unknown[],
  mode: WriteMode,
): Promise<readonly FeatureReport[]> {
  const readings = features.map((feature, index) => readFeature(feature, collection, index));
  const writes = readings.flatMap((reading) => ('write' in reading ? [reading.write] : []));
  const outcomes = (await catalog.putItems(writes, mode)).values();
  return readings.map((reading) => {
    if ('report' in reading) return reading.report;
    return { index: reading.index, reason: null, ...outcomes.next().value! };
  });
}

function readFeature(feature: unknown, collection: string, index: number): Reading {
  try {
    return { index, write: { item: parseItem(feature, collection), ifMatch: null } };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const id = isObject(feature) ? idOf(feature) : null;
    return { index, report: { index, id, outcome: 'invalid', etag: null, reason: error.message } };
  }
}

const idOf = ({ id }: JsonObject): string | null => (typeof id === 'string' ? id : null);
