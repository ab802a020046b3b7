import type { BucketTarget } from '../buckets/bucket-target.ts';
import type { Geometry } from '../geometry/geojson.ts';
import type { Usage } from '../usage/usage.ts';

/** RUNNING until its last tile is settled and its manifest is written. */
export const orderStates = ['RUNNING', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'] as const;
export type OrderState = (typeof orderStates)[number];

/** Rasters that a tile may have, each a file of its own. */
export const rasterProducts = ['visual', 'ms', 'pan'] as const;
export type RasterProduct = (typeof rasterProducts)[number];

export type OrderSettings = {
  /** The visual raster at twice the pixel density. */
  readonly isHd: boolean;
  /** What lies outside the area of interest holds no data. */
  readonly isClipped: boolean;
  /** On the source's own pixels where it can be, or on the cell's, so that dates stack. */
  readonly grid: 'source' | 'cell';
  /** Those asked for; a tile has the ones that its items have. */
  readonly rasters: readonly RasterProduct[];
  readonly hasDataMask: boolean;
  /** Where the archive has drawn the clouds. */
  readonly hasCloudMask: boolean;
};

export type NotificationTarget =
  | { readonly type: 'email'; readonly address: string }
  | { readonly type: 'webhook'; readonly url: string };

/** Where it is delivered; holds no secret. */
export type OrderOutput = {
  readonly target: BucketTarget;
  /** As the customer named it. */
  readonly label: string;
  /** Whose bucket it is, is judged by this. */
  readonly identity: string;
  /** `a/b`, or empty; of the managed bucket, the order's own folder. */
  readonly prefix: string;
  /** The prefix as it is within what the identity names: orders of other content do not share one. */
  readonly place: string;
  /** As an `output_config` of the form that was sent. */
  readonly shown: Readonly<Record<string, unknown>>;
};

/** What one acquisition gives to an order. */
export type AcquisitionShare = {
  readonly id: string;
  readonly collection: string;
  readonly tiles: number;
  readonly areaSqkm: number;
  /** Null where its age has no price. */
  readonly cost: number | null;
};

export type TileCounts = { readonly total: number; readonly delivered: number; readonly failed: number };

/** An order as it is kept, but for its tiles. */
export type Order = {
  /** 19 digits. */
  readonly id: string;
  readonly accountId: string;
  readonly organizationId: string;
  readonly state: OrderState;
  readonly createdAtMs: number;
  /** Of its last change that a customer can see. */
  readonly changedAtMs: number;
  readonly finishedAtMs: number | null;
  /** Why it did not succeed; of one that runs, why it could not be brought to its end yet. */
  readonly failure: string | null;
  /** The members of the request as they came, without credentials. */
  readonly asSent: Readonly<Record<string, unknown>>;
  readonly selectId: string | null;
  readonly settings: OrderSettings;
  readonly output: OrderOutput;
  /** Null where whole cells were ordered. */
  readonly aoi: Geometry | null;
  readonly notifications: readonly NotificationTarget[];
  readonly metadata: unknown;
  readonly warnings: readonly string[];
  /** Held while it runs; when it is finished, what was delivered. */
  readonly usage: Usage;
  /** What runs before this one delivered, at their prices; null in the first. */
  readonly settledUsage: Usage | null;
  readonly acquisitions: readonly AcquisitionShare[];
  readonly tiles: TileCounts;
  readonly deliveredBytes: number;
  /** Equal for orders that deliver the same to the same place. */
  readonly fingerprint: string;
  /** Equal for orders whose files have the same content where they have the same tiles. */
  readonly contentKey: string;
  /** 1, and one more for each retry. */
  readonly runs: number;
  /** Whether a manifest of it is in the bucket, of this run or of one before. */
  readonly hasManifest: boolean;
  /** It runs, and the operator lets nobody take up what is left of it. */
  readonly isPaused: boolean;
};

/** Without what can be too long for a list. */
export type ListedOrder = Omit<Order, 'aoi' | 'acquisitions'>;

/** What public clients know: PARTIAL and CANCELLED show as FAILED. */
export const orderStatuses = ['RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const statusOf = (state: OrderState): OrderStatus =>
  state === 'RUNNING' || state === 'SUCCEEDED' ? state : 'FAILED';

export const isFinal = (state: OrderState): boolean => state !== 'RUNNING';
