import type { Geometry } from '../geometry/geojson.ts';
import type { AgeClass } from '../usage/usage.ts';

/** What a select was asked for, read and checked; `asSent` is what the answer repeats. */
export type SelectRequest = {
  /** Null where acquisitions are named instead: then each cell counts whole. */
  readonly aoi: Geometry | null;
  readonly ids: readonly string[] | null;
  readonly collections: readonly string[] | null;
  /** Closed; milliseconds, null is open. */
  readonly datetime: { readonly startMs: number | null; readonly endMs: number | null } | null;
  /** Whatever was sent: it is never refused. */
  readonly query: unknown;
  readonly stackDepth: number;
  readonly ages: readonly AgeClass[] | null;
  /** Percent of the area of interest that the fewest acquisitions are to show. */
  readonly bestCover: number | null;
  readonly name: string | null;
  readonly metadata: unknown;
  readonly asSent: SentRequest;
  /** Members that were sent and mean nothing here. */
  readonly unknownMembers: readonly string[];
};

/** The members of the request as they came, for the record. */
export type SentRequest = Readonly<Record<string, unknown>>;

/** One tile among the best of its cell, under the names that clients of this family read. */
export type SelectedTile = {
  /** `{acquisition}-Z13-031133231113`. */
  readonly id: string;
  readonly acquisition_id: string;
  readonly collection: string;
  /** The items whose imagery it is, uppermost first. */
  readonly items: readonly string[];
  readonly date: string;
  readonly datetime: string;
  readonly cell_id: string;
  readonly 'tile:zone': number;
  readonly 'tile:quadkey': string;
  /** Well-known text of what it shows. */
  readonly wkt: string;
  readonly 'aoi:data_area_sqkm': number;
  readonly 'aoi:data_percentage': number;
  readonly 'aoi:cloud_free_percentage': number | null;
  /** Further members: numbers, texts, lists of texts, null. */
  readonly [member: string]: unknown;
};

/** A cell of the area of interest with its best tiles, the best first. */
export type SelectedCell = {
  readonly cell_id: string;
  /** How many tiles match, chosen or not. */
  readonly available_tiles: number;
  readonly stack_depth_fulfilled: boolean;
  readonly acquisition_datetime_min: string | null;
  readonly acquisition_datetime_max: string | null;
  readonly best_matches: readonly SelectedTile[];
};

export type Cover = {
  /** Reached, of the area of interest. */
  readonly percent: number;
  readonly acquisitions: readonly string[];
  /** Whether it is proven that no fewer would do. */
  readonly is_fewest: boolean;
  readonly gaps: Geometry | null;
};

/** What a survey of the archive found, without its tiles. */
export type SelectSummary = {
  /** Acquisitions of the chosen tiles, newest first. */
  readonly acquisitions: readonly string[];
  readonly warnings: readonly string[];
  readonly cells: number;
  readonly cellsWithTiles: number;
  readonly cellsFulfilled: number;
  readonly tiles: number;
  readonly candidateTiles: number;
  readonly aoiAreaSqkm: number | null;
  /** Whole square kilometres, summed over tiles. */
  readonly areaSqkm: Readonly<Record<AgeClass, number>>;
  readonly cover: Cover | null;
};

export type SelectStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED';

/** A select as it is kept. */
export type Selection = {
  /** 19 digits. */
  readonly id: string;
  readonly accountId: string;
  readonly status: SelectStatus;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Collections that the caller was granted; null means every collection. */
  readonly grants: readonly string[] | null;
  readonly request: SelectRequest;
  /** Null until it succeeded. */
  readonly summary: SelectSummary | null;
  /** Why it failed. */
  readonly failure: string | null;
};

/** The numbers of a survey. */
export type SelectFigures = Omit<SelectSummary, 'acquisitions' | 'warnings' | 'cover'> & {
  readonly acquisitions: number;
};

export function figuresOf({
  acquisitions,
  warnings: _warnings,
  cover: _cover,
  ...figures
}: SelectSummary): SelectFigures {
  return { ...figures, acquisitions: acquisitions.length };
}

/** A select as a list shows it: outlines and ids can be too many for one. */
export type ListedSelection = Omit<Selection, 'request' | 'summary' | 'grants'> & {
  readonly name: string | null;
  readonly stackDepth: number;
  /** Null until it succeeded. */
  readonly figures: SelectFigures | null;
};
