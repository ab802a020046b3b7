// One file instead of three hundred: a thread starts in an eighth of the time. It leaves what it has on `globalThis`.
import 'jsts/dist/jsts.min.js';
import type { Jsts } from 'jsts/dist/jsts.min.js';

export type { IntersectionMatrix, TopologyGeometry } from 'jsts/dist/jsts.min.js';

/** The topology library, by the names that its documentation uses. */
export const { algorithm, io, operation } = (globalThis as unknown as { readonly jsts: Jsts }).jsts;
