/** The collections that a caller was granted. What is not visible does not exist for them: no item, count or name. */
export type Visibility = 'all' | ReadonlySet<string>;

export const isVisible = (collection: string, visibility: Visibility): boolean =>
  visibility === 'all' || visibility.has(collection);
