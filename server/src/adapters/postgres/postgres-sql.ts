import { bindable } from '../sql/database.ts';
import type { Sql, Value } from '../sql/database.ts';

type Queried = { readonly rows: readonly unknown[]; readonly rowCount: number | null };
type Query = { readonly text: string; readonly values: Value[]; readonly name?: string };

/** A pool or one of its clients. */
export type Queryable = { query(query: Query): Promise<Queried> };

const names = new Map<string, string>();

// The texts are few and fixed, so each connection prepares each of them at most once.
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `swath_${names.size + 1}`;
  names.set(text, name);
  return name;
}

export function createPostgresSql(on: Queryable): Sql {
  const query = (text: string, params: readonly Value[] = []) =>
    on.query(params.length === 0 ? { text, values: [] } : { text, values: bindable(params), name: nameOf(text) });
  return {
    all: async <R>(text: string, params?: readonly Value[]) => (await query(text, params)).rows as readonly R[],
    get: async <R>(text: string, params?: readonly Value[]) => (await query(text, params)).rows[0] as R | undefined,
    run: async (text, params) => (await query(text, params)).rowCount ?? 0,
  };
}
