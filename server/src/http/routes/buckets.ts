import { readDestination } from '../../buckets/read-destination.ts';
import { isObject, refuse } from '../../catalog/refuse.ts';
import { namedMembers, orderMembers } from '../../orders/request/order-members.ts';
import { testBucket } from '../../orders/test-bucket.ts';
import { operation } from '../route.ts';
import { bucketTestBody, bucketTestRecord, bucketTestSchema } from '../wire/orders/bucket-test.ts';

export const test = operation({
  summary: 'See whether a bucket can be delivered to',
  description:
    'Writes a small object, reads it back and deletes it, as an order does before it is taken, and tells of each step. ' +
    'What an order would be refused with before that (a bucket of another organization, an endpoint that may not be ' +
    'reached) is refused here too. At most 600 in an hour.',
  tag: 'Order',
  body: bucketTestBody,
  isBodyOptional: true,
  checksOwnBody: true,
  answers: { 200: bucketTestSchema },
  handle: async (service, { body, principal }) => {
    const asked: unknown = body;
    const { members } = namedMembers(isObject(asked) ? asked : refuse('body', 'must be an object'), orderMembers);
    const destination = readDestination(members);
    const report = await testBucket(service, principal, destination);
    return bucketTestRecord(report, destination.unknownMembers);
  },
});
