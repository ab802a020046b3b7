import type { Area } from '../resources/grid.ts';
import type { Geometry } from './stac.ts';
import type { Usage } from './usage.ts';

export type OrderSettings = {
  readonly hd: boolean;
  readonly clip_to_aoi: boolean;
  readonly grid: 'source' | 'cell';
  readonly visual: boolean;
  readonly ms_analytic: boolean;
  readonly pan_analytic: boolean;
  readonly data_mask: boolean;
  readonly cloud_mask: boolean;
};

export type OrderNotification =
  | { readonly type: 'email'; readonly address: string }
  | { readonly type: 'webhook'; readonly url: string };

export type OrderRequest = Area & {
  /** What a select has chosen; else `acquisitions`. */
  readonly select_id?: string;
  readonly acquisitions?: readonly (string | { readonly id: string; readonly cells?: readonly string[] })[];
  /** The bucket `managed` is the service's own. */
  readonly output_config?: Readonly<Record<string, unknown>>;
  readonly bucket?: string;
  readonly prefix?: string;
  readonly notifications?: readonly OrderNotification[];
  readonly settings?: Partial<OrderSettings>;
  readonly metadata?: unknown;
};

export type AcquisitionShare = {
  readonly id: string;
  readonly collection: string;
  readonly tiles: number;
  readonly area_sqkm: number;
  readonly cost: number | null;
};

export type OrderState = {
  /** 19 digits: a text, not a number. */
  readonly id: string;
  readonly status: string;
  /** Finer than `status`. */
  readonly state: 'RUNNING' | 'SUCCEEDED' | 'PARTIAL' | 'FAILED' | 'CANCELLED';
  readonly status_message: string;
  readonly progress: {
    readonly tiles: Readonly<Record<'total' | 'delivered' | 'failed' | 'remaining', number>>;
    readonly bytes: { readonly delivered: number; readonly total_estimate: number | null };
    /** The operator lets nothing more be delivered for now. */
    readonly paused: boolean;
    /** Of the tiles. */
    readonly percent: number;
    readonly eta_seconds: number | null;
    readonly started: string;
    readonly finished: string | null;
  };
  readonly created: string;
  readonly modified: string;
};

export type ListedOrder = OrderState & {
  readonly order: {
    /** While it runs what it holds, afterwards what was delivered. */
    readonly usage: Usage;
    readonly select_id: string | null;
    readonly output_config: Readonly<Record<string, unknown>>;
    readonly settings: OrderSettings;
    readonly notifications: readonly OrderNotification[];
    readonly metadata: unknown;
    /** As it was sent, without credentials. */
    readonly request: Readonly<Record<string, unknown>>;
  };
  readonly metadata: unknown;
  readonly warnings: readonly string[];
  readonly links: Readonly<Record<string, string>>;
};

export type Order = ListedOrder & { readonly order: { readonly acquisitions: readonly AcquisitionShare[] } };

export type DryRun = {
  readonly status_message: string;
  readonly usage: Usage;
  readonly tiles: number;
  readonly acquisitions: readonly AcquisitionShare[];
  readonly output_config: Readonly<Record<string, unknown>>;
  readonly settings: OrderSettings;
  readonly warnings: readonly string[];
};

export type OrderTile = {
  readonly number: number;
  readonly acquisition_id: string;
  readonly cell_id: string;
  /** Of the cell. */
  readonly geometry: Geometry;
  readonly state: 'queued' | 'running' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error: string | null;
  readonly files: readonly { readonly key: string; readonly size: number; readonly sha256: string }[];
};

export type OrderFile = {
  readonly key: string;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly content_type: string;
  /** Needs no credential until it expires; null where the bucket is the customer's. */
  readonly link: string | null;
};

export const isEnded = ({ state }: Pick<OrderState, 'state'>): boolean => state !== 'RUNNING';
