import { expect, test } from 'vitest';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import { delayMs, retryDelayMs } from '../../../server/src/orders/running/patience.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';

test('waits 5 s, then twice as long each time, never more than 5 minutes', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map((failures) => delayMs(failures, 0) / 1_000)).toEqual([
    5, 10, 20, 40, 80, 160, 300, 300, 300,
  ]);
});

test('chance only ever shortens a wait, by a quarter at most', () => {
  expect([0, 0.5, 0.999].map((random) => delayMs(7, random))).toEqual([300_000, 262_500, 225_075]);
});

test('what may pass is tried until there are no attempts left', () => {
  const error = new PlatformError('unavailable', 'not now');
  expect(retryDelayMs(error, 19, 20, 0)).toBe(300_000);
  expect(retryDelayMs(error, 20, 20, 0)).toBeNull();
});

test('what nobody foresaw may pass', () => {
  expect(retryDelayMs(new RangeError('out of memory'), 1, 20, 0)).toBe(5_000);
});

test('what cannot pass is not tried again', () => {
  expect(retryDelayMs(new PlatformError('invalid_parameters', 'corrupt'), 1, 20, 0)).toBeNull();
  expect(retryDelayMs(new BucketFault('refused', 'no such name'), 1, 20, 0)).toBeNull();
});

test('an endpoint whose name is not known for a while, or that answers as no S3 does, may be one again', () => {
  const fault = new BucketFault('endpoint', 'is at an endpoint whose name is not known');
  expect([retryDelayMs(fault, 1, 20, 0), retryDelayMs(fault, 8, 20, 0)]).toEqual([5_000, null]);
});

test('a bucket that is silent is left alone for 5 minutes each time', () => {
  const silent = new BucketFault('silent', 'does not answer (timeout)');
  expect([retryDelayMs(silent, 1, 20, 0), retryDelayMs(silent, 20, 20, 0)]).toEqual([300_000, null]);
});

test('a bucket that refuses has fewer attempts than one that is away', () => {
  const [denied, away] = [new BucketFault('denied', 'no'), new BucketFault('unavailable', 'away')];
  expect([retryDelayMs(denied, 7, 20, 0), retryDelayMs(denied, 8, 20, 0)]).toEqual([300_000, null]);
  expect(retryDelayMs(away, 8, 20, 0)).toBe(300_000);
  expect(retryDelayMs(denied, 3, 3, 0)).toBeNull();
});
