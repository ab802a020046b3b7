import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import type { Bucket, Buckets } from '../../../server/src/buckets/ports.ts';
import type { OrderTile } from '../../../server/src/orders/tile.ts';
import { claim, deliveredTile, orderId, orderedAtMs, storeOf, threeSpecs } from './support-orders.ts';
import { type Place, createPlace, finish } from './support-places.ts';

let place: Place;
beforeEach(() => void (place = createPlace()));
afterEach(() => place.close());

const tiles = threeSpecs.map((spec, number) => deliveredTile(number, spec));
const manifestKey = `a/b/${orderId}-manifest.json`;
const [minuteMs, hourMs] = [60_000, 3_600_000];

function held(changes: Partial<OrderTile> = {}) {
  const [first, ...others] = tiles;
  const now = [{ ...first!, ...changes }, ...others];
  place.hold(threeSpecs, now);
  return { ...storeOf(threeSpecs, now), claimed: (fence: number) => claim(now, fence) };
}

/** The place's buckets, but for what a test has them do otherwise. */
const changed = (change: (bucket: Bucket) => Partial<Bucket>): Buckets => ({
  async open(target, access) {
    const bucket = await place.buckets.open(target, access);
    return { ...bucket, ...change(bucket) };
  },
});

const tagged = (etag: string) =>
  changed((bucket) => ({
    head: async (each) => {
      const facts = await bucket.head(each);
      return facts && { ...facts, etag };
    },
  }));

const denied = () => new BucketFault('denied', 'the bucket demo does not let the service do that (403)');

/** As AWS answers whoever may not list the bucket. */
const denying = (change: Partial<Bucket> = {}) =>
  changed((bucket) => ({
    head: async (each) => {
      const facts = await bucket.head(each);
      if (facts === null) throw denied();
      return facts;
    },
    ...change,
  }));

describe('a delivered object that is not what was recorded', () => {
  const key = tiles[1]!.files[0]!.key;

  test('is gone: its tile goes back, and the order does not end', async () => {
    const { orders, calls } = held();
    place.remove(key);
    const before = place.keys();
    const { log } = await finish(orders, place.buckets, claim(tiles));
    expect([calls.requeued, calls.ends, calls.postponed, place.keys()]).toEqual([[[1]], [], [], before]);
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { first: `${key} is gone from the bucket` } }]);
  });

  test('has another size: its tile goes back, once for all its files', async () => {
    const { orders, calls } = held();
    for (const file of tiles[2]!.files) place.write(file.key, 'something else');
    await finish(orders, place.buckets, claim(tiles));
    expect([calls.requeued, place.has(manifestKey)]).toEqual([[[2]], false]);
  });

  test('has another entity tag and other bytes: its tile goes back', async () => {
    const files = tiles[0]!.files.map((file) => ({ ...file, etag: '"as put"' }));
    const { orders, calls } = held({ files });
    const [first] = files;
    const bytes = place.read(first!.key);
    place.write(
      first!.key,
      bytes.map((byte) => byte ^ 1),
    );
    await finish(orders, tagged('"another"'), claim(tiles));
    expect(calls).toMatchObject({ requeued: [[0]], ends: [] });
    place.write(first!.key, bytes);
    await finish(orders, tagged('"as put"'), claim(tiles));
    expect(calls.ends).toMatchObject([{ state: 'SUCCEEDED' }]);
  });

  test('has another entity tag alone, as of another order that wrote the same: it is what was recorded', async () => {
    const { orders, calls } = held({ files: tiles[0]!.files.map((file) => ({ ...file, etag: '"as put"' })) });
    await finish(orders, tagged('"another"'), claim(tiles));
    expect(calls).toMatchObject({ requeued: [], ends: [{ state: 'SUCCEEDED' }] });
  });

  test('is gone and therefore denied: its tile goes back', async () => {
    const { orders, calls } = held();
    place.remove(key);
    const before = place.keys();
    await finish(orders, denying(), claim(tiles));
    expect(calls).toMatchObject({ requeued: [[1]], postponed: [], ends: [] });
    expect(place.keys()).toEqual(before);
  });

  test('is denied where nothing may be read any more: the end is tried again', async () => {
    const { orders, calls } = held();
    place.remove(key);
    await finish(orders, denying({ get: () => Promise.reject(denied()) }), claim(tiles));
    expect(calls).toMatchObject({ requeued: [], postponed: [{}], ends: [] });
  });

  test('is altered again and again: the tile fails in the end, and the order is PARTIAL', async () => {
    const { orders, calls, claimed } = held({ attempts: 4 });
    place.remove(tiles[0]!.files[0]!.key);
    await finish(orders, place.buckets, claimed(5));
    expect([calls.givenUp, calls.requeued]).toEqual([[[0]], []]);
    expect(calls.ends).toMatchObject([{ state: 'PARTIAL', usage: { area: { fresh: 50 } } }]);
    expect(place.json(manifestKey)).toMatchObject({
      failed: [{ reason: 'its files in the bucket were changed or removed after they were delivered' }],
    });
  });

  test.each([
    ['tried often for other reasons', 9, 1],
    ['delivered once, of an order that was tried often', 1, 30],
  ])('of a tile that was %s: it goes back', async (_name, attempts, fence) => {
    const { orders, calls, claimed } = held({ attempts });
    place.remove(tiles[0]!.files[0]!.key);
    await finish(orders, place.buckets, claimed(fence));
    expect([calls.givenUp, calls.requeued]).toEqual([[], [[0]]]);
  });

  test('is altered too often, and the lease is lost: it comes to an end without a word', async () => {
    const { orders, calls, claimed, lose } = held({ attempts: 4 });
    place.remove(tiles[0]!.files[0]!.key);
    lose();
    await finish(orders, place.buckets, claimed(5));
    expect(calls).toEqual({ requeued: [], givenUp: [], postponed: [], ends: [] });
  });
});

describe('a lease that is lost', () => {
  test('at the start: nothing is written, and nobody is told', async () => {
    const { orders, calls, lose } = held();
    const before = place.keys();
    lose();
    await finish(orders, place.buckets, claim(tiles));
    expect(place.keys()).toEqual(before);
    expect(calls).toEqual({ requeued: [], givenUp: [], postponed: [], ends: [] });
  });

  test('right before the manifest: there is no manifest', async () => {
    const { orders, calls, lose } = held();
    const buckets = changed((bucket) => ({
      put: async (key, body, options) => {
        if (key === manifestKey) lose();
        return bucket.put(key, body, options);
      },
    }));
    await finish(orders, buckets, claim(tiles));
    expect(place.has(`a/b/${orderId}-request.json`)).toBe(true);
    expect(place.has(manifestKey)).toBe(false);
    expect(calls).toEqual({ requeued: [], givenUp: [], postponed: [], ends: [] });
  });

  test('and a bucket that puts words of its own around it: it still is no failure', async () => {
    const { orders, calls, lose } = held();
    const buckets = changed((bucket) => ({
      put: (key, body, options) =>
        bucket.put(key, body, options).catch((cause) => {
          throw new BucketFault('unavailable', 'the upload was broken off', { cause });
        }),
    }));
    lose();
    await finish(orders, buckets, claim(tiles));
    expect(calls.postponed).toEqual([]);
  });

  test('a worker that stops leaves the order as it is', async () => {
    const { orders, calls } = held();
    const before = place.keys();
    await finish(orders, place.buckets, claim(tiles), { signal: AbortSignal.abort() });
    expect([place.keys(), calls]).toEqual([before, { requeued: [], givenUp: [], postponed: [], ends: [] }]);
  });
});

const failing = (error: unknown) =>
  changed(() => ({
    put: async () => {
      throw error;
    },
  }));

describe('a bucket in trouble', () => {
  test.each([
    ['at once', 0, 5_000],
    ['after 20 s', 20_000, 20_000],
    ['after an hour', hourMs, 5 * minuteMs],
  ])('that is away is tried again, %s', async (_name, afterMs, delayMs) => {
    const { orders, calls } = held();
    place.goAway();
    await finish(orders, place.buckets, claim(tiles), { afterMs });
    expect(calls.ends).toEqual([]);
    expect(calls.postponed).toEqual([
      {
        retryAtMs: orderedAtMs + afterMs + delayMs,
        error: 'its documents could not be written to the bucket: there is no bucket demo',
      },
    ]);
  });

  test('that stays away for hours ends the order FAILED with the cause; what was delivered counts', async () => {
    const { orders, calls } = held();
    place.goAway();
    await finish(orders, place.buckets, claim(tiles, 20), { afterMs: 2 * hourMs });
    expect(calls.postponed).toEqual([]);
    expect(calls.ends).toMatchObject([
      {
        state: 'FAILED',
        failure: 'its documents could not be written to the bucket: there is no bucket demo',
        hasManifest: false,
        usage: claim(tiles).order.usage,
      },
    ]);
    expect(calls.ends[0]!.notices.webhooks).toMatchObject([{ type: 'order.failed' }]);
  });

  test('when the service was off for a day: it is tried more than once', async () => {
    const { orders, calls } = held();
    place.goAway();
    await finish(orders, place.buckets, claim(tiles, 1), { afterMs: 24 * hourMs });
    expect([calls.postponed.length, calls.ends]).toEqual([1, []]);
  });

  test('that denies what is not there, as AWS does to whoever may not list it, gets its documents', async () => {
    const { orders, calls } = held();
    const denying = changed((bucket) => ({
      get: (key, options) =>
        bucket.get(key, options).catch(() => {
          throw new BucketFault('denied', 'the bucket demo does not let the service do that (403 AccessDenied)');
        }),
    }));
    await finish(orders, denying, claim(tiles));
    expect(calls).toMatchObject({ postponed: [], ends: [{ state: 'SUCCEEDED', hasManifest: true }] });
  });

  test.each([
    ['is looked at object by object at first', null, true],
    ['is asked once when it is tried again', 'its documents could not be written to the bucket', false],
  ])('that is silent %s', async (_name, failure, isLookedAt) => {
    const { orders, calls } = held();
    const heads: string[] = [];
    const silent = new BucketFault('silent', 'the bucket demo does not answer (timeout)');
    const buckets = changed((bucket) => ({
      put: () => Promise.reject(silent),
      head: (key) => {
        heads.push(key);
        return bucket.head(key);
      },
    }));
    const claimed = claim(tiles);
    await finish(orders, buckets, { ...claimed, order: { ...claimed.order, failure } });
    expect([calls.postponed.length, calls.ends, heads.length > 0]).toEqual([1, [], isLookedAt]);
    expect(calls.postponed).toMatchObject([{ error: expect.stringContaining('does not answer (timeout)') as string }]);
  });

  test('whose name is not known for a while is tried again', async () => {
    const { orders, calls } = held();
    await finish(orders, failing(new BucketFault('endpoint', 'its name is not known')), claim(tiles));
    expect([calls.postponed.length, calls.ends]).toEqual([1, []]);
  });

  test('that refuses for good ends the order FAILED at once', async () => {
    const { orders, calls } = held();
    await finish(orders, failing(new BucketFault('refused', 'the bucket takes no such object')), claim(tiles));
    expect(calls.ends).toMatchObject([{ state: 'FAILED', failure: expect.stringMatching(/takes no such object$/) }]);
  });

  test('that fails in an unforeseen way is tried again, and what went wrong inside is only logged', async () => {
    const { orders, calls } = held();
    const { log } = await finish(orders, failing(new TypeError('/srv/secret/path')), claim(tiles));
    expect(calls.postponed).toMatchObject([{ error: 'its documents could not be written to the bucket' }]);
    expect(log.lines).toMatchObject([{ facts: { error: '/srv/secret/path' } }]);
  });
});
