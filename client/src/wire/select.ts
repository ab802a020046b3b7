import type { Geometry } from './stac.ts';
import type { Area } from '../resources/grid.ts';
import type { Limits, Usage } from './usage.ts';

export type SelectRequest = Area & {
  /** Acquisitions; without an area all that they show is taken. */
  readonly ids?: readonly string[];
  readonly datetime?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly stack_depth?: number;
  readonly image_age_category?: readonly ('fresh' | 'standard' | 'training')[];
  readonly collections?: readonly string[];
  /** Also finds the fewest acquisitions that show this percentage of the area. */
  readonly best_cover?: number;
  readonly name?: string;
  readonly metadata?: unknown;
};

export type ListedSelect = {
  /** 19 digits: a text, not a number. */
  readonly id: string;
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  readonly name?: string;
  readonly stack_depth_summary: {
    readonly requested: number;
    readonly cells: number;
    readonly cells_with_tiles: number;
    readonly fulfilled: number;
    readonly tiles: number;
    readonly candidate_tiles: number;
  } | null;
  readonly unique_acquisitions: number | null;
  readonly aoi_area_sqkm: number | null;
  readonly usage: (Usage & Limits & { readonly usage_as_of: string }) | null;
  readonly links: Readonly<Record<string, string>>;
  readonly error_message: { readonly Error: string; readonly Cause: string } | null;
  readonly created: string;
  readonly expires: string;
};

export type Select = ListedSelect & {
  readonly intersects: unknown;
  readonly bbox: unknown;
  readonly query: unknown;
  readonly metadata?: unknown;
  /** Acquisitions of the chosen tiles, newest first. */
  readonly acquisitions: readonly string[];
  readonly warnings: readonly string[];
  readonly request_details: Readonly<Record<string, unknown>>;
  readonly cover?: {
    readonly percent: number;
    readonly acquisitions: readonly string[];
    readonly is_fewest: boolean;
    readonly gaps: unknown;
  } | null;
};

export type SelectedAcquisition = {
  readonly id: string;
  readonly collection: string;
  /** Of its newest tile. */
  readonly datetime: string;
  readonly platform: string | null;
  readonly tiles: number;
  readonly area_sqkm: number;
  readonly cloud_percentage: number | null;
  /** Metres of ground a pixel. */
  readonly gsd: number | null;
  readonly off_nadir: number | null;
  readonly hd: { readonly is_possible: boolean; readonly reason: string };
};

/** A cell of the area, the best of its tiles first. */
export type SelectedCell = {
  readonly type: 'Feature';
  readonly geometry: Geometry;
  readonly properties: {
    readonly cell_id: string;
    readonly available_tiles: number;
    readonly stack_depth_fulfilled: boolean;
    readonly acquisition_datetime_min: string | null;
    readonly acquisition_datetime_max: string | null;
    readonly best_matches: readonly (Readonly<Record<string, unknown>> & {
      readonly id: string;
      readonly acquisition_id: string;
      readonly datetime: string;
    })[];
  };
};
