import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openDesk } from '../abuse/support/orders/order-desk.ts';
import { until, untilEnded } from '../abuse/support/orders/order-client.ts';
import { endpointOf } from '../buckets/support/s3-place.ts';
import { startS3Proxy } from '../buckets/support/s3-proxy.ts';
import { findS3Server, startS3Server } from '../support/s3-server.ts';

const program = findS3Server();
const awayMs = 180_000;

it.skipIf(program === null)('an S3 server that is away for three minutes: 20 orders finish by themselves', async () => {
  const server = await startS3Server(program!, ['deliveries']);
  const proxy = await startS3Proxy(await endpointOf(server));
  onTestFinished(async () => {
    await proxy.close();
    await server.stop();
  });
  const keys = { SWATH_S3_ACCESS_KEY_ID: 'tester', SWATH_S3_SECRET_ACCESS_KEY: 'a secret of tests' };
  const desk = await openDesk({ SWATH_S3_ENDPOINT: proxy.endpoint, ...keys });
  const ids: string[] = [];
  for (let at = 0; at < 20; at++)
    ids.push(await desk.order({ output_config: { bucket: 'deliveries', prefix: `order-${at}` } }));
  expect(await until(() => proxy.asked.some((line) => line.includes('-visual.tif')))).toBe(true);
  proxy.deviation = ({ request }) => void request.socket.destroy();
  await setTimeout(awayMs);
  proxy.deviation = null;
  const startMs = performance.now();
  for (const id of ids) expect((await untilEnded(desk.client, id, 600_000)).state).toBe('SUCCEEDED');
  console.log({
    orders: ids.length,
    awaySeconds: awayMs / 1_000,
    afterwards: Math.round((performance.now() - startMs) / 1_000),
  });
});
