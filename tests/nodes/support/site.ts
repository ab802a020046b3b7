import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { type ChildService, startChild } from '../../abuse/support/child-service.ts';
import { temporaryFolder } from '../../abuse/support/temporary-folder.ts';
import { endpointOf } from '../../buckets/support/s3-place.ts';
import { startS3Server } from '../../support/s3-server.ts';

/** An installation as an operator runs it: processes. */
export type Site = {
  /** Customers may ask any of them. */
  readonly urls: readonly string[];
  readonly processes: readonly ChildService[];
  /** The data folders of whoever sends mails. */
  readonly mailFolders: readonly string[];
  /** Puts imagery where the archive is; the address of it that items have. */
  keep(name: string, bytes: Buffer): Promise<string>;
};

async function started(...nodes: readonly Promise<ChildService>[]): Promise<readonly ChildService[]> {
  for (const node of nodes) void node.then((child) => onTestFinished(async () => void (await child.end('SIGKILL'))));
  return Promise.all(nodes);
}

/** One process, everything in its data folder. */
export async function openEmbedded(): Promise<Site> {
  const [data, archive] = [temporaryFolder(), temporaryFolder()];
  const processes = await started(startChild(data, { SWATH_ARCHIVE_ROOTS: archive }));
  return {
    urls: processes.map(({ url }) => url),
    processes,
    mailFolders: [data],
    async keep(name, bytes) {
      writeFileSync(join(archive, name), bytes);
      return pathToFileURL(join(archive, name)).href;
    },
  };
}

/** Two nodes that answer and two that work, over one PostgreSQL and one S3; nothing else is shared. */
export async function openScaled(
  databaseUrl: string,
  s3Program: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Site & { readonly s3: S3Client }> {
  const s3 = await startS3Server(s3Program, ['archive', 'managed', 'deliveries']);
  onTestFinished(s3.stop);
  const folder = temporaryFolder();
  const settings = {
    SWATH_DATABASE_URL: databaseUrl,
    SWATH_MASTER_KEY: randomBytes(32).toString('base64'),
    SWATH_S3_ENDPOINT: await endpointOf(s3),
    SWATH_S3_ACCESS_KEY_ID: 'tester',
    SWATH_S3_SECRET_ACCESS_KEY: 'a secret of tests',
    SWATH_ARCHIVE_BUCKETS: 's3://archive/scenes',
    SWATH_MANAGED_BUCKET: 's3://managed/swath',
    SWATH_DELIVERY_THREADS: '1',
    ...more,
  };
  const node = (name: string, role: string) => {
    mkdirSync(join(folder, name));
    return startChild(join(folder, name), settings, undefined, ['--role', role]);
  };
  // One after the other: two that make the schema wait for each other anyway.
  const first = await started(node('api-1', 'api'));
  const others = await started(node('api-2', 'api'), node('worker-1', 'worker'), node('worker-2', 'worker'));
  return {
    s3: s3.client,
    urls: [first[0]!.url, others[0]!.url],
    processes: [...first, ...others],
    mailFolders: ['worker-1', 'worker-2'].map((name) => join(folder, name)),
    async keep(name, bytes) {
      await s3.client.send(new PutObjectCommand({ Bucket: 'archive', Key: `scenes/${name}`, Body: bytes }));
      return `s3://archive/scenes/${name}`;
    },
  };
}
