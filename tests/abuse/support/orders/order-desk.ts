import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../../server/src/shared/clock.ts';
import { type Answer, call } from '../call.ts';
import { type Fixture, startFixture } from '../fixture.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { acquisitions, areas, fillArchive } from './order-archive.ts';
import { type Client, placeOrder } from './order-client.ts';

export type OrderDesk = Fixture & {
  readonly client: Client;
  /** Of `demo`, a bucket that is a folder. */
  readonly bucket: string;
  readonly data: string;
  /** Leaves some time out: what waits for it to pass is due. */
  advance(ms: number): void;
  /** Places an order of four tiles, to `demo` unless told otherwise; its id. */
  order(change?: Readonly<Record<string, unknown>>): Promise<string>;
};

/** Data in a folder that the test may have prepared. */
export const newDataFolder = (): string => {
  const data = join(temporaryFolder(), 'data');
  mkdirSync(data);
  return data;
};

/** The real time, of which some can be left out. */
function skippingClock() {
  let skippedMs = 0;
  return { nowMs: () => systemClock.nowMs() + skippedMs, advance: (ms: number) => void (skippedMs += ms) };
}

/** A service in this process with imagery to order. */
export async function openDesk(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof startFixture>[1] = {},
): Promise<OrderDesk> {
  const clock = skippingClock();
  const data = settings['SWATH_DATA'] ?? newDataFolder();
  const archive = temporaryFolder();
  const fixture = await startFixture(
    { SWATH_DATA: data, SWATH_ARCHIVE_ROOTS: archive, ...settings },
    { keepFolder: true, clock, ...options },
  );
  onTestFinished(async () => {
    await fixture.stop();
    rmSync(archive, { recursive: true, force: true });
  });
  await fillArchive(fixture.url, fixture.adminBearer, archive);
  const client = { url: fixture.url, bearer: fixture.memberBearer };
  const usual = {
    acquisitions: [acquisitions[0]],
    intersects: areas[3].area,
    output_config: { bucket: 'demo', prefix: 'here' },
  };
  return {
    ...fixture,
    client,
    data,
    advance: clock.advance,
    bucket: join(data, 'buckets', 'demo'),
    order: (change = {}) => placeOrder(client, { ...usual, ...change }),
  };
}

/** As the operator. */
export const turnQueue = ({ url, adminBearer }: OrderDesk, how: 'pause' | 'resume'): Promise<Answer> =>
  call(url, `/admin/queue/${how}`, { method: 'POST', bearer: adminBearer });
