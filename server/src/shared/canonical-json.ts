/** JSON text with the members of every object in one order: equal for values that say the same. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => inOrder(each)) ?? 'null';

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
