import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../support/listen.ts';
import { freshFolder, swath, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const env = { SWATH_DATA: folder };

beforeAll(() => mkdirSync(join(folder, 'buckets', 'demo'), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** A store that answers everything alike. */
async function startStore(status: number, body: string): Promise<string> {
  const server = createServer(
    (request, response) => void request.resume().on('end', () => response.writeHead(status).end(body)),
  );
  const { url, close } = await listen(server);
  onTestFinished(close);
  return url;
}

const s3 = (endpoint: string) => ({
  ...env,
  SWATH_S3_ENDPOINT: endpoint,
  SWATH_S3_ACCESS_KEY_ID: 'tester',
  SWATH_S3_SECRET_ACCESS_KEY: 'a secret of tests',
});

describe('swath bucket test', () => {
  test.each([['demo'], ['s3://demo/orders'], [`file://${folder}/buckets/demo`], ['managed']])(
    '%s: each step ok, and 0',
    async (name) => {
      const { code, stdout, stderr } = await swath(['bucket', 'test', name, '--prefix', 'a b/'], env);
      expect([code, stdout, stderr]).toEqual([0, 'write   ok\nread    ok\nlist    ok\ndelete  ok\n', '']);
      expect(readdirSync(join(folder, 'buckets', 'demo'))).toEqual([]);
    },
  );

  test('as JSON', async () => {
    expect(await swathJson(['bucket', 'test', 'demo'], env)).toEqual({
      label: 'demo',
      done: ['write', 'read', 'list', 'delete'],
      failure: null,
    });
  });

  test.each([
    [['nowhere'], 3, 'exists  failed: there is no bucket nowhere'],
    [['gs://bucket'], 4, 'Google Cloud Storage, which is not delivered to yet'],
    [['file:///etc'], 4, 'is not within a folder that the service delivers to'],
    [['demo', '--prefix', '../x'], 4, "output_config.prefix must not have a part '..'"],
    [['demo', '--region', 'eu-central-1'], 4, 'this service is not set up to sign requests to S3'],
    [['demo', '--secret', 'x'], 2, '--secret is refused'],
    [[], 2, 'NAME|URI is missing'],
  ])('%j ends with %i', async (args, code, message) => {
    const ended = await swath(['bucket', 'test', ...args], env);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  test('a step that is denied: 4, the step, and the policy to add', async () => {
    const endpoint = await startStore(403, '<Error><Code>AccessDenied</Code></Error>');
    const { code, stdout } = await swath(['bucket', 'test', 's3://theirs/orders'], s3(endpoint));
    const [first, , about, ...policy] = stdout.split('\n');
    expect([code, first]).toEqual([
      4,
      'write   failed: the bucket theirs does not let the service do that (403 AccessDenied)',
    ]);
    expect(about).toBe('This policy would allow it:');
    expect(JSON.parse(policy.join('\n'))).toMatchObject({
      Statement: [{ Resource: 'arn:aws:s3:::theirs/orders/*' }, {}, {}],
    });
    expect(stdout).not.toContain('a secret of tests');
  });

  test('a store that is busy: 1', { timeout: 30_000 }, async () => {
    const endpoint = await startStore(503, '<Error><Code>SlowDown</Code></Error>');
    const { code, stdout } = await swath(['bucket', 'test', 'theirs'], s3(endpoint));
    expect([code, stdout]).toEqual([1, 'write   failed: the bucket theirs cannot be reached now (503 SlowDown)\n']);
  });

  test('half a key is a bad setting', async () => {
    const ended = await swath(['bucket', 'test', 'demo'], { ...env, SWATH_S3_ACCESS_KEY_ID: 'x' });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('are given together or not at all')]);
  });
});
