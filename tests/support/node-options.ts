/** What node is told wherever we say how the service is started: it can be said on its command line alone. */
export const nodeOptions = ['--max-semi-space-size=8'] as const;
