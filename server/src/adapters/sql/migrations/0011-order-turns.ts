import type { Dialect } from '../database.ts';
import type { Migration } from '../migrate.ts';
import { columnTypes } from './column-types.ts';

function statements(dialect: Dialect): readonly string[] {
  const { int, key, table } = columnTypes[dialect];
  return [
    // Apart from `organizations`, whose rows are locked by everyone who places an order.
    `CREATE TABLE order_turns (organization_id ${key} PRIMARY KEY, served ${int} NOT NULL)${table}`,
    'CREATE INDEX order_turns_by_turn ON order_turns (served)',
    'DROP INDEX orders_in_turn',
    `CREATE INDEX orders_in_turn ON orders (organization_id, served, id) WHERE state = 'RUNNING' AND unsettled > 0`,
  ];
}

/** Whose turn it is: of the organizations, and then of their orders. */
export const orderTurnsMigration: Migration = { version: 11, name: 'order turns', statements };
