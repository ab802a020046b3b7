import type { Principal } from '../accounts/principal.ts';
import type { ProbeReport } from '../buckets/probe-bucket.ts';
import type { Service } from '../service.ts';
import { beyondHour } from '../shared/beyond-hour.ts';
import { type Place, probeAt, withBucket } from './placing/check-bucket.ts';

type Needs = Pick<Service, 'orders' | 'buckets' | 'clock'>;

/** Of one account: nobody has the service knock at other doors as often as they like. */
const mostInHour = 600;

/** For whoever has not chosen what to order yet: each step of the probe, also where one failed. */
export async function testBucket(
  service: Needs,
  { account, organization }: Pick<Principal, 'account' | 'organization'>,
  destination: Place,
): Promise<ProbeReport> {
  const nowMs = service.clock.nowMs();
  if ((await service.orders.countBucketTest(account.id, nowMs)) > mostInHour)
    throw beyondHour(mostInHour, 'tests of buckets', nowMs);
  return withBucket(service, organization.id, destination, (bucket) => probeAt(bucket, destination));
}
