import { boundNumber } from './bound-value.ts';

/** SQL with `?` for what comes from outside, and the values for them in order. */
export type SqlCondition = { readonly sql: string; readonly params: readonly (string | number | Uint8Array)[] };

/** Text of this program's own: an operator, a column. */
export const raw = (sql: string): SqlCondition => ({ sql, params: [] });

export const bound = (value: string | number): SqlCondition => ({
  sql: '?',
  params: [typeof value === 'number' ? boundNumber(value) : value],
});

/** Costs nothing to be named twice. */
export const isColumn = ({ sql }: SqlCondition): boolean => !sql.includes('(');

export const always: SqlCondition = raw('TRUE');
export const never: SqlCondition = raw('FALSE');
export const constantly = (verdict: boolean): SqlCondition => (verdict ? always : never);

/** Fragments within the program's own text. */
export function sql(texts: TemplateStringsArray, ...parts: readonly SqlCondition[]): SqlCondition {
  return {
    sql: texts.map((text, i) => `${text}${parts[i]?.sql ?? ''}`).join(''),
    params: parts.flatMap(({ params }) => params),
  };
}

export function allOf(parts: readonly SqlCondition[]): SqlCondition {
  if (parts.some((part) => part.sql === never.sql)) return never;
  return joined(
    parts.filter((part) => part.sql !== always.sql),
    ' AND ',
    always,
  );
}

export function anyOf(parts: readonly SqlCondition[]): SqlCondition {
  if (parts.some((part) => part.sql === always.sql)) return always;
  return joined(
    parts.filter((part) => part.sql !== never.sql),
    ' OR ',
    never,
  );
}

/** SQLite's tree of `a AND b AND c` is as deep as it is long, so that long chains are joined in groups. */
const longestChain = 16;

function joined(parts: readonly SqlCondition[], word: ' AND ' | ' OR ', none: SqlCondition): SqlCondition {
  if (parts.length <= 1) return parts[0] ?? none;
  if (parts.length <= longestChain)
    return {
      sql: `(${parts.map((part) => part.sql).join(word)})`,
      params: parts.flatMap(({ params }) => params),
    };
  const size = Math.ceil(parts.length / longestChain);
  const groups = Array.from({ length: Math.ceil(parts.length / size) }, (_, i) =>
    joined(parts.slice(i * size, (i + 1) * size), word, none),
  );
  return joined(groups, word, none);
}
