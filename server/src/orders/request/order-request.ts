import type { Destination } from '../../buckets/read-destination.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import type { NotificationTarget, OrderSettings } from '../order.ts';

export type AskedAcquisition = {
  readonly id: string;
  /** `Z13-031133231113`; null asks for all of its cells. */
  readonly cells: readonly string[] | null;
};

/** What an order was asked for, read and checked as far as the request alone can tell. */
export type OrderRequest = {
  /** Either this or acquisitions. */
  readonly selectId: string | null;
  readonly acquisitions: readonly AskedAcquisition[] | null;
  /** Given with acquisitions alone; a select brings its own. */
  readonly aoi: Geometry | null;
  readonly destination: Destination;
  /** Their addresses are judged later: the contract has it so. */
  readonly notifications: readonly NotificationTarget[];
  /** Of each: where it stands in the body. */
  readonly notificationsAt: readonly string[];
  readonly settings: OrderSettings;
  readonly isDryRun: boolean;
  readonly metadata: unknown;
  /** Of members that mean nothing here, and of products that are not made. */
  readonly warnings: readonly string[];
  /** The members as they came, without credentials: for the record. */
  readonly asSent: JsonObject;
  /** With credentials: for the digest that tells one body from another, and for nothing else. */
  readonly body: JsonObject;
};
