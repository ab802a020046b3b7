import type { Connection } from '../../sqlite/driver.ts';

export type Table = { readonly name: string; readonly columns: readonly string[] };

/** Of the schema itself, what counts for a minute, and what an operator told the service that ran there. */
const leftOut = new Set(['schema_version', 'rate_counts', 'operating']);

/** The tables of a file with their columns, each after those that it refers to. */
export function tablesOf(connection: Pick<Connection, 'prepare'>): readonly Table[] {
  const all = connection
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all();
  const names = (all as { name: string }[]).map(({ name }) => name).filter((name) => !leftOut.has(name));
  const columns = (name: string) =>
    (connection.prepare(`SELECT name FROM pragma_table_info('${name}')`).all() as { name: string }[]).map(
      (column) => column.name,
    );
  const wanted = (name: string) =>
    (connection.prepare(`SELECT "table" AS name FROM pragma_foreign_key_list('${name}')`).all() as { name: string }[])
      .map((other) => other.name)
      .filter((other) => other !== name);
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const other of wanted(name)) add(other);
    ordered.push(name);
  };
  names.toSorted().forEach(add);
  return ordered.map((name) => ({ name, columns: columns(name) }));
}
