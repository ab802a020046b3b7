/** Computed when it is first asked for: a thread lays out only the places that it paints. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
