import type { AuditEntry } from '../accounts/audit.ts';
import type { BucketAccess } from '../buckets/ports.ts';
import type { BucketCredentials } from '../buckets/bucket-target.ts';
import type { Mail } from '../notifications/mail.ts';
import type { WebhookEvent } from '../notifications/webhook.ts';
import type { DoneStep } from '../shared/tracer.ts';
import type { Year } from '../usage/balance.ts';
import type { Usage } from '../usage/usage.ts';
import type { ListedOrder, Order, OrderOutput, OrderSettings, OrderState } from './order.ts';
import type { DeliveredFile, NumberedSpec, OrderLease, OrderTile, TileLease, TileSpec } from './tile.ts';

/** An order that has passed every check but those that only the store can make. */
export type Placement = {
  readonly order: Order;
  readonly tiles: readonly TileSpec[];
  /** The API key that it is placed with; null by a sign-in. */
  readonly keyId?: string | null;
  /** Sealed at rest, and gone when the order ends. */
  readonly credentials: BucketCredentials | null;
  /** `bodyHash` tells another body from the same. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string; readonly expiresAtMs: number } | null;
  /** Of the organization, by cost; the year whose usage counts. */
  readonly budget: { readonly year: Year };
};

export type PlacementOutcome =
  /** And whether the operator has paused the queue. */
  | { readonly outcome: 'placed'; readonly isPaused: boolean }
  /** The key was used before with the same body. */
  | { readonly outcome: 'replayed'; readonly orderId: string }
  | { readonly outcome: 'mismatch' }
  /** What would be over the limit, and what is left of it. */
  | { readonly outcome: 'over_limit'; readonly limit: string; readonly available: number; readonly asked: number }
  /** Another organization delivers to this bucket. */
  | { readonly outcome: 'foreign_bucket' }
  /** The prefix holds tiles of that order, which have other settings. */
  | { readonly outcome: 'occupied'; readonly orderId: string };

export type OrderListing = {
  readonly limit: number;
  /** Ids of orders: those behind it (older), or before it (newer). */
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  /** `metadata.customer` contains the text; the path leads into the order's record. */
  readonly filter: { readonly path: readonly string[]; readonly contains: string } | null;
};

/** How far an order is: what changes while it runs. */
export type OrderProgress = Pick<
  Order,
  | 'id'
  | 'state'
  | 'createdAtMs'
  | 'changedAtMs'
  | 'finishedAtMs'
  | 'failure'
  | 'tiles'
  | 'deliveredBytes'
  | 'runs'
  | 'hasManifest'
  | 'isPaused'
>;

export type OrderPage = { readonly data: readonly ListedOrder[]; readonly hasMore: boolean };

export type ClaimedTile = {
  readonly lease: TileLease;
  readonly spec: TileSpec;
  /** This one included. */
  readonly attempts: number;
  /** How many of them ended by a failure that was told, not by a process that died. */
  readonly failures: number;
  /** Tiles of its order that were delivered before. */
  readonly deliveredBefore: number;
  readonly order: Pick<Order, 'organizationId' | 'settings' | 'output' | 'aoi'>;
  readonly credentials: BucketCredentials | null;
};

export type ClaimedOrder = {
  readonly lease: OrderLease;
  readonly order: Order;
  readonly credentials: BucketCredentials | null;
};

/** Told in the same transaction as what they tell of. */
export type Notices = { readonly mails: readonly Mail[]; readonly webhooks: readonly WebhookEvent[] };

export type OrderEnd = {
  readonly state: Exclude<OrderState, 'RUNNING'>;
  readonly failure: string | null;
  readonly hasManifest: boolean;
  /** What was delivered, for the organization's account. */
  readonly usage: Usage;
  readonly notices: Notices;
  readonly nowMs: number;
};

export type OrderStore = {
  /** Order, tiles, idempotency record, budget hold and the claim on the bucket, all or none. */
  place(placement: Placement): Promise<PlacementOutcome>;
  /** What an idempotency key was used for; null when it was not, or long ago. */
  byIdempotencyKey(
    accountId: string,
    key: string,
    nowMs: number,
  ): Promise<{ orderId: string; bodyHash: string } | null>;
  /** The newest order of the account with that fingerprint that is running or has delivered. */
  identical(accountId: string, fingerprint: string): Promise<string | null>;
  /** Whether the bucket is another organization's. */
  isForeignBucket(identity: string, organizationId: string): Promise<boolean>;
  /** An order of other content whose tiles are at the place; null where there is none. */
  occupant(identity: string, place: string, contentKey: string): Promise<string | null>;
  grantBucket(identity: string, organizationId: string, audit: AuditEntry): Promise<void>;
  /** Counts a test of a bucket; how many that makes of the account in this hour. */
  countBucketTest(accountId: string, nowMs: number): Promise<number>;
  /** How many buckets of orders of the account could not be written to in this hour. */
  failedProbes(accountId: string, nowMs: number): Promise<number>;
  countFailedProbe(accountId: string, nowMs: number): Promise<void>;

  /** Null for another account's. */
  byId(accountId: string, id: string): Promise<Order | null>;
  ofAnyone(id: string): Promise<Order | null>;
  /** Of anyone's, for whoever asks again and again. */
  progress(id: string): Promise<OrderProgress | null>;
  /** Newest first. */
  list(accountId: string, listing: OrderListing): Promise<OrderPage>;
  /** In the order of their numbers, beginning at one; in chunks, so that a large order is not held at once. */
  tiles(
    id: string,
    options?: { readonly from?: number; readonly limit?: number; /** No others. */ readonly withFiles?: boolean },
  ): Promise<readonly OrderTile[]>;
  specs(id: string, numbers: readonly number[]): Promise<readonly NumberedSpec[]>;

  /** Those of a running order; null where it needs none, or has ended. */
  credentials(id: string): Promise<BucketCredentials | null>;
  /** No tile of a running order is claimed or committed until then, so that what was delivered can be summed up. */
  holdBack(id: string, untilMs: number): Promise<void>;
  /** Ends a running order; its tiles are not claimed any more, and those under way cannot commit. False where it has ended already, or has delivered another number of tiles than the end was made for. */
  cancel(id: string, end: OrderEnd, delivered?: number): Promise<boolean>;
  /** Failed tiles of an order that has ended are queued again, with new specs where given; how many, and null where there is nothing to try. The budget is held anew. */
  retry(
    id: string,
    changes: {
      readonly specs: ReadonlyMap<number, TileSpec>;
      readonly credentials: BucketCredentials | null;
      readonly usage: Usage;
      /** What of it is new, held against what is left of the year that the order counts in. */
      readonly budget: { readonly asked: Usage; readonly year: Year };
      /** Of the order that `usage` was made from: another retry may have come first. */
      readonly runs: number;
      /** The API key that asks for it; null, or absent, where somebody has signed in. */
      readonly keyId?: string | null;
      readonly nowMs: number;
    },
  ): Promise<number | null>;

  /** Due tiles, of each order in turn, now leased to `holder`; also those whose lease has run out. */
  claimTiles(claim: Claim): Promise<readonly ClaimedTile[]>;
  /** Those that are still held; the others were taken or cancelled. */
  extendTiles(leases: readonly TileLease[], leaseUntilMs: number): Promise<readonly TileLease[]>;
  /** Asked right before an object becomes visible. */
  isHeld(lease: TileLease): Promise<boolean>;
  /** False where the lease is lost: nothing was recorded. */
  tileDelivered(lease: TileLease, files: readonly DeliveredFile[], nowMs: number): Promise<boolean>;
  /** `retryAtMs` null gives up. Where the order has delivered no more than `deliveredBefore`, all that wait of it fail alike. */
  tileFailed(
    lease: TileLease,
    error: string,
    retryAtMs: number | null,
    nowMs: number,
    deliveredBefore?: number,
  ): Promise<boolean>;
  /** As if they had not been tried. */
  giveTilesBack(leases: readonly TileLease[], nowMs: number): Promise<void>;
  /** All that this holder has: for one that starts anew under the same name. */
  releaseHolder(holder: string, nowMs: number): Promise<number>;
  /** The earliest moment at which something may be claimed; null where nothing waits. */
  nextDueMs(): Promise<number | null>;

  /** Running orders of which every tile is settled, leased to `holder`. */
  claimOrders(claim: Claim): Promise<readonly ClaimedOrder[]>;
  extendOrders(leases: readonly OrderLease[], leaseUntilMs: number): Promise<readonly OrderLease[]>;
  isOrderHeld(lease: OrderLease): Promise<boolean>;
  /** Sends tiles back to be delivered again: their objects are not what was recorded. */
  requeue(lease: OrderLease, numbers: readonly number[], reason: string, nowMs: number): Promise<boolean>;
  /** Those that were sent back too often are failed now; the lease stays. */
  giveTilesUp(lease: OrderLease, numbers: readonly number[], reason: string, nowMs: number): Promise<boolean>;
  /** Tries to end it later. */
  postpone(lease: OrderLease, retryAtMs: number, error: string): Promise<boolean>;
  /** False where the lease is lost. */
  finish(lease: OrderLease, end: OrderEnd): Promise<boolean>;

  /** Orders to the managed bucket that ended before then and whose files are still there. */
  managedBefore(endedBeforeMs: number, limit: number): Promise<readonly string[]>;
  /** Whether files of this order are in the managed bucket, or will be; false too where there is no such order. */
  hasManagedFiles(id: string): Promise<boolean>;
  /** Of one that has ended and does not run again. */
  managedFilesGone(id: string): Promise<void>;
  /** Orders that ended before then, but for what was used; how many. Managed files must be gone. */
  forget(endedBeforeMs: number): Promise<number>;
  /** Idempotency records that are over, how many of which went, and counts of notices. */
  sweep(nowMs: number): Promise<number>;
};

/** What lies in the managed bucket, whether or not an order knows it: a folder for each. */
export type ManagedFolders = {
  names(): Promise<readonly string[]>;
  /** When any of it was last written to, how many files and bytes. */
  facts(name: string): Promise<{ readonly touchedAtMs: number; readonly files: number; readonly byteLength: number }>;
  remove(name: string): Promise<void>;
};

/** Whether tiles and ends of orders, and jobs of ingest, are claimed, by whomever; what is under way goes on. */
export type QueueSwitch = {
  /** Null where they are. */
  pausedAtMs(): Promise<number | null>;
  /** False where it was paused already. */
  pause(atMs: number, audit: AuditEntry): Promise<boolean>;
  resume(audit: AuditEntry): Promise<boolean>;
};

export type Claim = {
  readonly holder: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  readonly limit: number;
};

/** One tile, to be cut and put into the bucket. */
export type DeliveryJob = {
  readonly spec: TileSpec;
  readonly settings: OrderSettings;
  readonly output: Pick<OrderOutput, 'target' | 'prefix'>;
  readonly aoi: Order['aoi'];
  readonly access: BucketAccess;
};

export type DeliveryHooks = {
  /** Asked right before each object becomes visible; throws where the lease is lost. */
  readonly confirm: () => Promise<void>;
  readonly signal?: AbortSignal;
  /** Hears of each object that is written, where somebody follows it. */
  readonly written?: (step: DoneStep) => void;
};

/** Cuts a tile and delivers it, away from the thread that answers requests. The item's document goes last. */
export type TileDeliverer = {
  deliver(job: DeliveryJob, hooks: DeliveryHooks): Promise<readonly DeliveredFile[]>;
};
