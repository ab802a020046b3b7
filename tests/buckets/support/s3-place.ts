import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { type Place, atEndpoint, bucketsIn } from './open-places.ts';

export const endpointOf = async ({ client }: S3Server): Promise<string> => {
  const { protocol, hostname, port } = await client.config.endpoint!();
  return `${protocol}//${hostname}:${port}`;
};

export async function openS3(program: string): Promise<Place> {
  const server = await startS3Server(program, ['deliveries']);
  const buckets = bucketsIn('/nowhere', atEndpoint(await endpointOf(server)));
  const bucket = await buckets.open({ kind: 'named', name: 'deliveries' });
  const close = async () => {
    bucket.close();
    await server.stop();
  };
  // Its objects are files: more than a thousand puts would take most of the time of these tests.
  const fill = async (keys: readonly string[]) => {
    for (const path of keys.map((key) => join(server.objects, 'deliveries', key))) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x');
    }
  };
  return { bucket, fill, close };
}
