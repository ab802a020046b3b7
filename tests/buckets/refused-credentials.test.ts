import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { type Listening, listen } from '../support/listen.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';

let server: Listening;
let answer: { readonly status: number; readonly code: string };

beforeAll(async () => {
  const answering = createServer((request, response) => {
    const { status, code } = answer;
    const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
    request
      .resume()
      .on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(code && text));
  });
  server = await listen(answering);
});
afterAll(() => server.close());

async function failureOf(status: number, code: string) {
  answer = { status, code };
  const bucket = await bucketsIn('/nowhere', atEndpoint(server.url)).open({ kind: 'named', name: 'theirs' });
  const { failure } = await probeBucket(bucket, 'a').finally(() => bucket.close());
  return failure;
}

describe('a probe of a bucket', () => {
  test.each([
    [403, 'InvalidAccessKeyId', 'does not know the access key'],
    [404, 'XAdminUserNotFound', 'does not know the access key'],
    [403, 'SignatureDoesNotMatch', 'does not accept the secret of the access key'],
    [400, 'InvalidToken', 'does not accept the session token'],
    [400, 'ExpiredToken', 'does not accept the credentials any more'],
  ])('that answers %i %s is told as that, without a policy that would not help', async (status, code, reason) => {
    expect(await failureOf(status, code)).toEqual({
      step: 'write',
      reason: `the bucket theirs ${reason}`,
      isTransient: false,
      policy: null,
    });
  });

  test('at an endpoint where another server answers 404 is told as that', async () => {
    const reason = 'the bucket theirs is not at its endpoint, which answers 404, but not as S3 does';
    expect(await failureOf(404, '')).toEqual({ step: 'exists', reason, isTransient: false, policy: null });
  });

  test('that denies access says what to grant', async () => {
    const failure = await failureOf(403, 'AccessDenied');
    expect(failure).toMatchObject({ step: 'write', policy: expect.stringContaining('s3:PutObject') as string });
  });

  test.each([
    [400, 'RequestTimeout', 'did not receive the whole request in time'],
    [400, 'IncompleteBody', 'did not receive the whole request'],
    [400, 'BadDigest', 'received other bytes than were sent'],
    [400, 'XAmzContentSHA256Mismatch', 'received other bytes than were sent'],
    [403, 'QuotaExceeded', 'has no room left'],
    [400, 'XMinioAdminBucketQuotaExceeded', 'has no room left'],
    [507, 'XMinioDiskFull', 'has no room left'],
  ])('that answers %i %s may take it later', async (status, code, reason) => {
    expect(await failureOf(status, code)).toEqual({
      step: 'write',
      reason: `the bucket theirs ${reason}`,
      isTransient: true,
      policy: null,
    });
  });

  test('that does not know how to write is no S3, and will not be later', async () => {
    expect(await failureOf(501, '')).toMatchObject({ step: 'endpoint', isTransient: false });
  });
});
