import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../abuse/support/call.ts';
import { postOrder, until, untilEnded } from '../abuse/support/orders/order-client.ts';
import { acquisitions, areas } from '../abuse/support/orders/order-archive.ts';
import { openDesk } from '../abuse/support/orders/order-desk.ts';
import { canMount, mountSmallDisk } from '../abuse/support/small-disk.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

describe.skipIf(!canMount())('R5: a disk that gets low', () => {
  it('new work is 507, what runs ends, what is there is served, and it recovers without a restart', async () => {
    const disk = temporaryFolder();
    const small = mountSmallDisk(disk, '64m');
    const desk = await openDesk({ SWATH_DATA: join(disk, 'data'), SWATH_DISK_LOW_MB: '16' });
    const body = {
      acquisitions: [acquisitions[0]],
      intersects: areas[3].area,
      output_config: { bucket: 'demo', prefix: 'later' },
    };
    const running = await desk.order();
    small.resize('20m');
    const statusOf = async () => (await postOrder(desk.client, { ...body, dry_run: false })).status;
    expect(await until(async () => (await statusOf()) === 507)).toBe(true);
    expect((await untilEnded(desk.client, running)).state).toBe('SUCCEEDED');
    expect((await call(desk.url, '/search', { bearer: desk.memberBearer })).status).toBe(200);
    expect(
      (
        await call(desk.url, '/select', {
          method: 'POST',
          bearer: desk.memberBearer,
          body: { intersects: areas[0].area },
        })
      ).status,
    ).toBe(507);
    small.resize('64m');
    expect(await until(async () => (await statusOf()) === 200)).toBe(true);
  }, 120_000);
});
