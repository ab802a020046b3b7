import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { lazily } from '../../server/src/shared/lazily.ts';
import { freePort } from './free-port.ts';
import { saySkipped } from './say-skipped.ts';

export type S3Server = {
  readonly client: S3Client;
  /** The folder that has one of each bucket, with its objects as files. */
  readonly objects: string;
  stop(): Promise<void>;
};

/** A real S3 server (versitygw), by path or from PATH; says why its tests are skipped where there is none. */
export const findS3Server = lazily((): string | null => {
  const program = process.env['SWATH_TEST_S3_SERVER'] ?? 'versitygw';
  if (spawnSync(program, ['--version']).status === 0) return program;
  saySkipped('s3', 'no S3 server (versitygw; its path in SWATH_TEST_S3_SERVER)');
  return null;
});

/** Started over an empty folder, with the buckets that are named. */
export async function startS3Server(
  program: string,
  buckets: readonly string[],
  /** More of its options. */
  optionsAt: (port: number) => readonly string[] = () => [],
): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-s3-'));
  const [objects, metadata] = [join(folder, 'objects'), join(folder, 'metadata')];
  for (const each of [objects, metadata]) mkdirSync(each);
  const port = await freePort();
  const keys = { accessKeyId: 'tester', secretAccessKey: 'a secret of tests' };
  const server = spawn(
    program,
    ['--port', `127.0.0.1:${port}`, '--quiet', '--access', keys.accessKeyId, '--secret', keys.secretAccessKey]
      .concat(optionsAt(port))
      // Beside the files: not every file system of a test machine has extended attributes.
      .concat(['posix', '--sidecar', metadata, objects]),
    { stdio: 'ignore' },
  );
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: keys,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await listening(port, server);
  for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }));
  return {
    client,
    objects,
    stop: async () => {
      client.destroy();
      const ended = new Promise((resolve) => void server.once('exit', resolve));
      if (server.exitCode === null && server.kill()) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  throw new Error('the S3 server did not start');
}
