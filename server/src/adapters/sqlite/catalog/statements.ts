import type { Connection, Statement } from '../driver.ts';

/** Shapes of statements are few: limits and lists of streams are padded. */
const mostStatements = 96;

/** Prepares each text once; rows come as arrays, in the order of the columns. */
export function createStatements(connection: Connection): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    if (prepared.size >= mostStatements) prepared.delete(prepared.keys().next().value!);
    prepared.set(sql, statement);
    return statement;
  };
}
