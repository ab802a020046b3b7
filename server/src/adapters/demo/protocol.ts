/** What a process that makes scenes answers to each scene that it is sent. */
export type FromSceneProcess = { readonly type: 'made' } | { readonly type: 'failed'; readonly reason: string };
