import type { Jsts } from 'jsts/dist/jsts.min.js';
import { createRequire } from 'node:module';
import { lazily } from '../shared/lazily.ts';

export type { IntersectionMatrix, TopologyGeometry } from 'jsts/dist/jsts.min.js';

/** The topology library by the names of its documentation, loaded when it is first needed: many threads never do. */
export const jsts = lazily(load);

/** One file instead of three hundred. It exports what it has, or leaves it on `globalThis` where it runs as a module. */
function load(): Jsts {
  const exported = createRequire(import.meta.url)('jsts/dist/jsts.min.js') as Partial<Jsts>;
  return exported.operation === undefined
    ? (globalThis as unknown as { readonly jsts: Jsts }).jsts
    : (exported as Jsts);
}
