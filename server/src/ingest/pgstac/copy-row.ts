/** A table of a dump whose rows follow. */
export type CopySection = { readonly table: string; readonly columns: readonly string[] };

const header = /^COPY (?:"?\w+"?\.)?"?([^"(]+?)"? \(([^)]*)\) FROM stdin;\s*$/;

/** The section that a line begins; null where it begins none. */
export function readHeader(line: string): CopySection | null {
  const [, table, columns] = header.exec(line) ?? [];
  if (table === undefined || columns === undefined) return null;
  return { table, columns: columns.split(',').map((column) => column.trim().replaceAll('"', '')) };
}

export const isEnd = (line: string): boolean => line.trimEnd() === '\\.';

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The values of a row by their columns, as PostgreSQL writes them for COPY. */
export function readRow(line: string, { columns }: CopySection): ReadonlyMap<string, string | null> {
  const values = line.replace(/\r$/, '').split('\t');
  return new Map(columns.map((column, i) => [column, valueOf(values[i])]));
}

function valueOf(text: string | undefined): string | null {
  if (text === undefined || text === '\\N') return null;
  return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter) : text;
}
