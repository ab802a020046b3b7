import type { Sql } from '../sql/database.ts';
import { verbs } from '../sql/verbs.ts';
import type { Workshop } from './commit-group.ts';

type AnyVerb = (sql: Sql, input: unknown) => Promise<unknown>;

/** The verbs of `app.db`. */
export function createAppWorkshop(sql: Sql): Workshop {
  const named: Readonly<Record<string, unknown>> = verbs;
  return { run: (verb, input) => (named[verb] as AnyVerb)(sql, input) };
}
