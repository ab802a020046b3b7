import { callsOf } from '../calls.ts';
import { readObject } from '../pages.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { OrderRequest } from '../wire/order.ts';

export type BucketStep = {
  /** `exists`, `region` and `endpoint` stand before the others, and only where they failed. */
  readonly step: 'exists' | 'region' | 'endpoint' | 'write' | 'read' | 'list' | 'delete';
  readonly state: 'done' | 'failed' | 'not_tried';
  readonly reason: string | null;
};

export type BucketTest = {
  readonly bucket: string;
  readonly ok: boolean;
  readonly steps: readonly BucketStep[];
  readonly may_work_later: boolean;
  /** What to grant, as JSON, where that would help. */
  readonly policy: string | null;
  readonly warnings: readonly string[];
};

export type Buckets = {
  /** Writes, reads and deletes a small object, as an order does before it is taken. */
  test(place: Pick<OrderRequest, 'output_config' | 'bucket' | 'prefix'>, options?: CallOptions): Promise<BucketTest>;
};

export const buckets = (sender: Sender): Buckets => ({
  test: (body, options) => callsOf(sender).post('/buckets/test', body, readTest, options),
});

const readTest = readObject<BucketTest>('bucket', 'ok', 'steps');
