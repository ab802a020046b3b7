import type { Catalog } from '../../server/src/catalog/ports.ts';
import type { Line } from '../support/report.ts';
import type { Options } from './options.ts';

/** One part asks its questions of the open catalogue; each is a file in `parts`. */
export type Part = (needs: { readonly catalog: Catalog; readonly options: Options }) => Promise<PartResult>;

/** Lines of the last table, and figures for the file. */
export type PartResult = { readonly lines: readonly Line[]; readonly figures: unknown };
