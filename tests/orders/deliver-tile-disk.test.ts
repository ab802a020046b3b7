import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDeliveryThreads } from '../../server/src/adapters/deliveries/deliver-threads.ts';
import { isWorthRetrying } from '../../server/src/orders/delivery/worth-retrying.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { coarse, createPlaces, jobOf } from './deliver-tile-fixture.ts';

const places = createPlaces();
const deliverer = createDeliveryThreads(places.threadData, 1);
const agreed = { confirm: () => Promise.resolve() };
let mounted: string | null = null;
let visual = '';

const canMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    saySkipped('mount', 'no right to mount a small disk');
    return false;
  }
})();

function mountOn(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  mounted = folder;
}
function unmount(): void {
  if (mounted !== null) execFileSync('umount', [mounted]);
  mounted = null;
}

beforeAll(() => {
  visual = places.raster('visual.tif', coarse());
});
afterEach(unmount);
afterAll(async () => {
  await deliverer.close();
  places.remove();
});

describe.skipIf(!canMount)('a tile that is delivered over a full disk', () => {
  for (const options of ['size=64k', 'size=4m,nr_inodes=1']) {
    test(`fails for now where temporary files have no room (${options}), and works with room`, async () => {
      mountOn(places.temporaryFolder, options);
      const job = jobOf([{ itemId: 'a', rasters: { visual } }]);
      const failure = await deliverer.deliver(job, agreed).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        kind: 'unavailable',
        message: 'the service has no room left for temporary files',
      });
      expect(isWorthRetrying(failure)).toBe(true);
      expect([places.keys(), places.left()]).toEqual([[], []]);
      unmount();
      expect(await deliverer.deliver(job, agreed)).toHaveLength(4);
      places.emptyBucket();
    });
  }

  test('fails for now where the bucket has no room, and leaves no half object', async () => {
    mountOn(places.bucket, 'size=64k');
    const failure = await deliverer
      .deliver(jobOf([{ itemId: 'a', rasters: { visual } }]), agreed)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ fault: 'full', kind: 'unavailable', message: 'the bucket demo has no room left' });
    expect(isWorthRetrying(failure)).toBe(true);
    expect([places.keys(), places.left()]).toEqual([[], []]);
  });
});
