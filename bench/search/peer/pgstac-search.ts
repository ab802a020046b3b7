import { Client } from 'pg';
import type { Sample } from '../measure.ts';
import { cpuMsOf } from '../postgres/server-cpu.ts';
import { type ItemName, type Query, type Search, type SearchBody, bodyOf } from '../kinds/query.ts';

export type PgstacSession = {
  /** What `search()` or `get_item()` took: CPU of the server's process, and the wait for the answer's text. */
  ask(query: Query, limit: number): Promise<Sample>;
  close(): Promise<void>;
};

/** A search that takes longer is stopped and counts as refused, with the time it had. */
const patienceMs = 30_000;

export async function openPgstac(url: string): Promise<PgstacSession> {
  const options = `-c search_path=pgstac,public -c statement_timeout=${patienceMs}`;
  const client = new Client({ connectionString: url, options });
  await client.connect();
  const { rows } = await client.query<{ pid: number; hex: boolean }>(
    "SELECT pg_backend_pid() AS pid, to_regproc('pgstac.page_token') IS NOT NULL AS hex",
  );
  const { pid, hex } = rows[0]!;
  const cpuMs = () => cpuMsOf(pid);
  return {
    async ask(query, limit) {
      const before = cpuMs();
      const start = performance.now();
      const text = await answerText(client, query, limit, hex).catch(stoppedOnly);
      const wallMs = performance.now() - start;
      return {
        cpuMs: cpuMs() - before,
        wallMs,
        found: text === null ? 0 : countFound(query, text),
        isRefused: text === null,
      };
    },
    close: () => client.end(),
  };
}

function stoppedOnly(error: unknown): null {
  if ((error as { code?: string }).code === '57014') return null;
  throw error;
}

/** Text, not JSON: reading it is not the server's work. */
async function answerText(client: Client, query: Query, limit: number, isHexToken: boolean): Promise<string> {
  const [name, text, values] =
    query.ask === 'item'
      ? ['item', 'SELECT get_item($1, $2)::text AS answer', [query.id, query.collection]]
      : ['search', 'SELECT search($1::jsonb)::text AS answer', [JSON.stringify(pgstacBody(query, limit, isHexToken))]];
  const { rows } = await client.query<{ answer: string }>({ name, text, values });
  return rows[0]!.answer;
}

/** The same question: a grant is a list of collections, a token the name of an item, a count a setting. */
function pgstacBody(query: Search, limit: number, isHexToken: boolean): SearchBody {
  const { token: _, ...body } = bodyOf(query, limit);
  const isCount = body['limit'] === 0;
  return {
    ...body,
    ...(query.grant === null ? {} : { collections: [query.grant] }),
    ...(query.after === null ? {} : { token: tokenOf(query.after, isHexToken) }),
    ...(isCount ? { limit: 1, conf: { context: 'on' } } : {}),
    'filter-lang': 'cql2-json',
  };
}

/** Since 0.10 both names are written in hexadecimal. */
function tokenOf({ collection, id }: ItemName, isHex: boolean): string {
  const [home, name] = [collection, id].map((text) => (isHex ? Buffer.from(text).toString('hex') : text));
  return `next:${home}:${name}`;
}

function countFound(query: Query, text: string): number {
  const answer = JSON.parse(text) as { features?: readonly unknown[] } | null;
  return query.ask === 'item' ? Number(answer !== null) : (answer?.features?.length ?? 0);
}
