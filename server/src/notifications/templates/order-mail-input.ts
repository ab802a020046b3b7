/** All that a mail tells of an order that has ended. */
export type OrderMailInput = {
  readonly to: string;
  readonly orderId: string;
  readonly state: 'SUCCEEDED' | 'PARTIAL' | 'FAILED' | 'CANCELLED';
  readonly failure: string | null;
  readonly placedAtMs: number;
  readonly endedAtMs: number;
  readonly tiles: { readonly total: number; readonly delivered: number; readonly failed: number };
  /** Delivered ones without files, in whose cells the imagery shows nothing. */
  readonly emptyTiles: number;
  readonly acquisitions: number;
  readonly files: number;
  readonly bytes: number;
  /** A cost of null is not priced. */
  readonly usage: readonly { readonly age: string; readonly areaSqkm: number; readonly cost: number | null }[];
  /** `keptDays` is null where the bucket is the customer's. */
  readonly place: { readonly bucket: string; readonly prefix: string; readonly keptDays: number | null };
  readonly manifestKey: string | null;
  readonly failedTiles: readonly {
    readonly acquisitionId: string;
    readonly cellId: string;
    readonly error: string | null;
  }[];
  readonly addresses: { readonly order: string; readonly manifest: string; readonly files: string };
  readonly serviceName?: string;
};
