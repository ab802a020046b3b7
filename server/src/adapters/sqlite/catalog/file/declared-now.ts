import { existsSync } from 'node:fs';
import { type Connection, connect } from '../../driver.ts';

/** The properties that the store has an index for; null where there is no store yet. */
export function declaredNow(file: string): readonly string[] | null {
  if (!existsSync(file)) return null;
  const connection = connect(file, { readOnly: true });
  try {
    return declaredIn(connection);
  } finally {
    connection.close();
  }
}

export function declaredIn(connection: Connection): readonly string[] | null {
  const isMade = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'declared'").get() !== undefined;
  if (!isMade) return null;
  const rows = connection.prepare('SELECT name FROM declared ORDER BY slot').all() as { readonly name: string }[];
  return rows.map(({ name }) => name);
}
