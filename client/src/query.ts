type Value = string | number | boolean | Date | null | undefined;

/** The path with its parameters; those without a value are left out. */
export function withQuery(path: string, parameters: Readonly<Record<string, Value>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined)
      query.set(name, value instanceof Date ? value.toISOString() : String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A path whose parts may hold anything. */
export const pathOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;
