const most = 2_000;
const longest = 2_048;
const parsed = new Map<string, unknown>();

/** Parses small, often repeated JSON (permissions, limits) once; the value is frozen because it is shared. */
export function parseShared(text: string): unknown {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const value: unknown = Object.freeze(JSON.parse(text));
  if (text.length > longest) return value;
  if (parsed.size >= most) parsed.clear();
  parsed.set(text, value);
  return value;
}

/** The same for a column that may be NULL. */
export const parseSharedOrNull = (text: string | null): unknown => (text === null ? null : parseShared(text));

export const toJsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
