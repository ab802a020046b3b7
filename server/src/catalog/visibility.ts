/** The collections that a caller was granted. What is not visible does not exist for them: no item, count or name. */
export type Visibility = 'all' | ReadonlySet<string>;

/** Null grants everything. */
export const visibilityOfGrants = (collections: readonly string[] | null): Visibility =>
  collections === null ? 'all' : new Set(collections);

export const isVisible = (collection: string, visibility: Visibility): boolean =>
  visibility === 'all' || visibility.has(collection);
