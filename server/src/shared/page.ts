/** One page of a listing; `next` is the cursor to hand back, absent on the last page. */
export type Page<T> = { readonly data: readonly T[]; readonly next?: string };

export type PageRequest = { readonly limit: number; readonly after?: string };
