import { inject } from 'vitest';

/** The command line as tests start it: see `build-server.ts`. */
export const program = inject('program');
