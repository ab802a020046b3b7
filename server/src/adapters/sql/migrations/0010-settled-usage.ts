import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

const statements = (dialect: Dialect): readonly string[] => [
  // As JSON; null in an order's first run.
  `ALTER TABLE orders ADD COLUMN settled_usage ${columnTypes[dialect].key}`,
];

/** What an order had delivered, and what that cost, before it was retried: a retry is held at other prices. */
export const settledUsageMigration: Migration = { version: 10, name: 'settled usage', statements };
