import type { Connection, Statement } from '../../driver.ts';

/** Shapes of statements are few: limits and lists of streams are padded. */
const mostStatements = 256;
/** A filter may be long: SQLite needs a few bytes of memory for each of its characters. */
const mostCharacters = 4_000_000;

/** For searches: a bare `LIMIT ?` is part of the plan, and SQLite prepares the statement anew whenever it is bound. */
export const atMost = 'LIMIT ? + 0';

export type Prepare = (sql: string) => Statement;

/** Prepares each text once; rows come as arrays, in the order of the columns. */
export function createStatements(connection: Connection): Prepare {
  const prepared = new Map<string, Statement>();
  let characters = 0;

  function makeRoom(): void {
    for (const oldest of prepared.keys()) {
      if (prepared.size < mostStatements && characters <= mostCharacters) return;
      prepared.delete(oldest);
      characters -= oldest.length;
    }
  }

  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    characters += sql.length;
    makeRoom();
    prepared.set(sql, statement);
    return statement;
  };
}
