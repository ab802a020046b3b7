import type { Line } from '../support/report.ts';
import type { CatalogueFolder } from './catalogue-folder.ts';
import type { Options } from './options.ts';

/** What a part of the benchmark hands over: lines of the last table, and figures for the file. */
export type PartResult = { readonly lines: readonly Line[]; readonly figures: unknown };

export type PartNeeds = {
  /** The smallest first. */
  readonly folders: readonly CatalogueFolder[];
  /** The one that is served and written to. */
  readonly served: CatalogueFolder;
  readonly options: Options;
};
