/** What node is told wherever we say how the service is started: it can be said on its command line alone. */
export const nodeOptions = ['--max-semi-space-size=8', '--single-threaded-gc'] as const;

/** What the C library is told beside it: every thread would else keep what it gave back for itself. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' } as const;
