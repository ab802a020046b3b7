/** Column expressions by the name they have in a row. */
export type Fields<R> = { readonly [Name in keyof R]: string };

export const selectList = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ');

/** All fields as one text: the SQLite binding takes about 0.6 us for each column, so one is cheaper than twenty. */
export const packed = (fields: Readonly<Record<string, string>>): string =>
  `CAST(json_build_array(${Object.values(fields).join(', ')}) AS TEXT)`;

/**
 * Turns packed texts into frozen domain objects. The same text is the same object, so that a key in use costs a look-up
 * and no parsing; the text holds all there is to know, so nothing can be stale.
 */
export function createUnpacker<R, T extends object>(fields: Fields<R>, toObject: (row: R) => T, most = 10_000) {
  const names = Object.keys(fields);
  const known = new Map<string, T>();
  return (text: string): T => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = Object.freeze(toObject(toRow(names, JSON.parse(text) as readonly unknown[]) as R));
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}

// A plain loop: it is four times as fast as Object.fromEntries, and each first use of a key pays for it.
function toRow(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index];
  return row;
}
