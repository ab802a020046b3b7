import type { Sql } from '../sql/database.ts';

/** The last one takes bytes as they come. */
const wholeEncodings = ['UTF8', 'SQL_ASCII'];

/** Any other has no place for most scripts: what is written in them would fail, one request after the other. */
export async function requireUtf8(sql: Sql): Promise<void> {
  const row = await sql.get<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = row!.server_encoding;
  if (!wholeEncodings.includes(encoding))
    throw new Error(
      `the database is encoded as ${encoding}, which has not all characters: make one with ENCODING 'UTF8' TEMPLATE template0`,
    );
}
