import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { signIn } from '../call.ts';
import { type ChildService, childAdmin, startChild } from '../child-service.ts';
import { type ChildWorker, startChildWorker } from './child-worker.ts';
import { fillArchive } from './order-archive.ts';
import type { Client } from './order-client.ts';

export type SitePart = 'service' | 'worker';

/** A service and a worker beside it, over one data folder, at one address. */
export type KillableSite = {
  readonly data: string;
  /** Of `deliveries`. */
  readonly bucket: string;
  readonly client: Client;
  readonly killed: Readonly<Record<SitePart, number>>;
  /** By SIGKILL and at once; then they are started again. */
  kill(parts: readonly SitePart[], meanwhile?: () => void): Promise<void>;
  /** By SIGTERM; with which codes they ended. */
  stop(): Promise<readonly (number | null)[]>;
};

export async function openKillableSite(
  folder: string,
  given: Readonly<Record<string, string>> = {},
): Promise<KillableSite> {
  const [data, archive] = [join(folder, 'data'), join(folder, 'archive')];
  const bucket = join(data, 'buckets', 'deliveries');
  mkdirSync(bucket, { recursive: true });
  const settings = {
    PORT: String(await freePort()),
    SWATH_ARCHIVE_ROOTS: archive,
    SWATH_ALLOW_PRIVATE_ENDPOINTS: '1',
    SWATH_DELIVERY_LEASE: '2',
    SWATH_DELIVERY_THREADS: '1',
    SWATH_LOG_LEVEL: 'warn',
    ...given,
  };
  const starts = { service: () => startChild(data, settings), worker: () => startChildWorker(data, settings) };
  const service: ChildService = await starts.service();
  const running: Record<SitePart, Pick<ChildWorker, 'end'>> = { service, worker: service };
  onTestFinished(async () => void (await Promise.all(Object.values(running).map(({ end }) => end('SIGKILL')))));
  const { bearer } = await signIn(service.url, childAdmin.email, childAdmin.password);
  await fillArchive(service.url, bearer, archive);
  running.worker = await starts.worker();
  const killed = { service: 0, worker: 0 };
  return {
    data,
    bucket,
    client: { url: service.url, bearer },
    killed,
    async kill(parts, meanwhile = () => {}) {
      await Promise.all(parts.map((part) => running[part].end('SIGKILL')));
      for (const part of parts) killed[part] += 1;
      meanwhile();
      for (const part of parts) running[part] = await starts[part]();
    },
    stop: async () => [await running.worker.end('SIGTERM'), await running.service.end('SIGTERM')],
  };
}
