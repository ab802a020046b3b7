import { inject } from 'vitest';

/** The command line as tests start it: see `bundle-server.ts`. */
export const program = inject('program');
