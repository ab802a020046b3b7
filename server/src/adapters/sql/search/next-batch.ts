/** Where so many rows were not enough, most fail a test: each statement finds its place anew, so the next brings more. */
export const nextBatch = (wanted: number, { mostInBatch }: { readonly mostInBatch: number }): number =>
  Math.max(wanted, Math.min(mostInBatch, 4 * wanted));
