import type { JsonObject } from '../catalog/refuse.ts';
import type { AgeClass } from '../usage/usage.ts';
import type { RasterProduct } from './order.ts';

/** An item whose imagery is in a tile. */
export type TileSource = {
  readonly itemId: string;
  /** Where its rasters lie: a path, `file://`, `http(s)://` or `s3://`. */
  readonly rasters: Readonly<Partial<Record<RasterProduct, string>>>;
};

/** One acquisition in one cell, with all that its delivery needs: made when the order is placed, so that it can be done again with the same result. */
export type TileSpec = {
  readonly acquisitionId: string;
  readonly collection: string;
  /** `Z13-031133231113` */
  readonly cellId: string;
  /** `YYYY-MM-DDTHH:MM:SS.ffffffZ` */
  readonly datetime: string;
  /** Uppermost first. */
  readonly sources: readonly TileSource[];
  /** Well-known text in degrees of what it shows within the cell. */
  readonly dataWkt: string;
  /** Of the clouds upon that; null where nobody has drawn them, empty text where the sky is clear. */
  readonly cloudWkt: string | null;
  readonly gsdMetres: number | null;
  readonly ageClass: AgeClass;
  /** Of the area of interest, or of the cell. */
  readonly areaSqkm: number;
  /** Of the uppermost item, but for what the tile says anew (`proj:*`, `tile:*`, `grid:code`). */
  readonly properties: JsonObject;
};

/** The spec of a tile by its number. */
export type NumberedSpec = { readonly number: number; readonly spec: TileSpec };

export const tileStates = ['queued', 'running', 'delivered', 'failed'] as const;
export type TileState = (typeof tileStates)[number];

/** An object in the bucket that belongs to an order. */
export type DeliveredFile = {
  /** With the prefix. */
  readonly key: string;
  readonly byteLength: number;
  /** In hex. */
  readonly sha256: string;
  /** As the store gave it; null where it has none. */
  readonly etag: string | null;
  readonly contentType: string;
};

/** A tile as it is shown and counted. */
export type OrderTile = {
  /** From 0, within its order. */
  readonly number: number;
  readonly acquisitionId: string;
  readonly cellId: string;
  readonly state: TileState;
  readonly attempts: number;
  /** Of the last attempt that failed; for people. */
  readonly error: string | null;
  /** None of a delivered tile in whose cell its imagery shows nothing. */
  readonly files: readonly DeliveredFile[];
};

/** The right to deliver a tile: good until it runs out or another takes it. */
export type TileLease = { readonly orderId: string; readonly number: number; readonly fence: number };

/** The right to bring an order to its end. */
export type OrderLease = { readonly orderId: string; readonly fence: number };
