import { ListBucketsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { connect } from './archive-buckets.ts';
import type { S3Settings } from './open-s3.ts';

/** Why it cannot be worked with; null where it can. A key that may not list buckets is a good one all the same. */
export async function reachS3(settings: S3Settings, places: readonly string[]): Promise<string | null> {
  const client = await connect(settings);
  try {
    const problem = await problemOf(() => client.send(new ListBucketsCommand({})));
    if (problem !== null && problem !== 'AccessDenied') return problem;
    for (const place of places) {
      const failed = await listProblem(client, place);
      if (failed !== null) return `${place}: ${failed}`;
    }
    return null;
  } finally {
    client.destroy();
  }
}

function listProblem(client: S3Client, place: string): Promise<string | null> {
  const [bucket, ...folders] = place.slice('s3://'.length).split('/');
  const asked = { Bucket: bucket!, Prefix: folders.join('/'), MaxKeys: 1 };
  return problemOf(() => client.send(new ListObjectsV2Command(asked)));
}

async function problemOf(ask: () => Promise<unknown>): Promise<string | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    const { name, message } = error as Error;
    return name === 'AccessDenied' ? name : `${name}: ${message}`;
  }
}
