import type { Connection } from '../../driver.ts';

/** The documents of all collections as their owners wrote them, without what their items tell. */
export function readOwnCollections(connection: Pick<Connection, 'prepare'>): readonly Uint8Array[] {
  const rows = connection
    .prepare(
      `SELECT COALESCE(f.own, c.document) AS own FROM collections c
       LEFT JOIN collection_facts f ON f.number = c.number ORDER BY c.id`,
    )
    .all() as { readonly own: Uint8Array }[];
  return rows.map(({ own }) => own);
}

/** Of how many items the arrival is later. */
export const countArrivedAfter = (connection: Pick<Connection, 'prepare'>, arrival: number): number =>
  (connection.prepare('SELECT count(*) AS n FROM documents WHERE pk > ?').get(arrival) as { n: number }).n;
