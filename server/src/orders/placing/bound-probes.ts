import type { BucketTarget } from '../../buckets/bucket-target.ts';
import type { ProbeReport } from '../../buckets/probe-bucket.ts';
import type { Service } from '../../service.ts';
import { beyondHour } from '../../shared/beyond-hour.ts';
import type { OrderStore } from '../ports.ts';

type Needs = Pick<Service, 'clock'> & { readonly orders: Pick<OrderStore, 'failedProbes' | 'countFailedProbe'> };
type Asked = { readonly accountId: string; readonly target: BucketTarget };

/** Of one account: nobody has the service knock at other doors as often as they like. */
const mostFailedInHour = 600;

/** Probes a bucket for an order, unless so many that the customer has described have failed in this hour. */
export async function boundProbe(
  { orders, clock }: Needs,
  { accountId, target }: Asked,
  probe: () => Promise<ProbeReport>,
): Promise<ProbeReport> {
  // Others are the operator's own.
  if (target.kind !== 's3') return probe();
  const nowMs = clock.nowMs();
  if ((await orders.failedProbes(accountId, nowMs)) >= mostFailedInHour)
    throw beyondHour(mostFailedInHour, 'buckets of orders that cannot be written to', nowMs);
  const report = await probe();
  if (report.failure !== null) await orders.countFailedProbe(accountId, nowMs);
  return report;
}
