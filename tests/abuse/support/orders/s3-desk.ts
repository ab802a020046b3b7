import { ListMultipartUploadsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { endpointOf } from '../../../buckets/support/s3-place.ts';
import { startS3Proxy } from '../../../buckets/support/s3-proxy.ts';
import { startS3Server } from '../../../support/s3-server.ts';
import { openDesk } from './order-desk.ts';

/** A service that delivers to `deliveries` on a real S3 server, through what may make trouble. */
export async function openS3Desk(program: string, settings: Readonly<Record<string, string>> = {}) {
  const server = await startS3Server(program, ['deliveries']);
  const proxy = await startS3Proxy(await endpointOf(server));
  onTestFinished(async () => {
    await proxy.close();
    await server.stop();
  });
  const keys = { SWATH_S3_ACCESS_KEY_ID: 'tester', SWATH_S3_SECRET_ACCESS_KEY: 'a secret of tests' };
  const desk = await openDesk({ SWATH_S3_ENDPOINT: proxy.endpoint, ...keys, ...settings });
  const order = (prefix: string) => desk.order({ output_config: { bucket: 'deliveries', prefix } });
  return { desk, proxy, order, client: server.client };
}

export async function keysIn(client: S3Client, Prefix = ''): Promise<readonly string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'deliveries', Prefix }));
  return Contents.map(({ Key }) => Key!);
}

/** Keys of uploads that were begun and not ended. */
export async function uploadsIn(client: S3Client): Promise<readonly string[]> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'deliveries' }));
  return Uploads.map(({ Key }) => Key!);
}
