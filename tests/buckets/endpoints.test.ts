import { type Agent, createServer, get } from 'node:http';
import { get as httpsGet } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedAgents } from '../../server/src/adapters/buckets/s3/agents.ts';
import type { Bucket } from '../../server/src/buckets/ports.ts';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { readDestination } from '../../server/src/buckets/read-destination.ts';
import { type Listening, listen } from '../support/listen.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';
import { invented } from './support/streams.ts';

/** Every connection and what it asked for. */
const seen: string[] = [];
let server: Listening;

beforeAll(async () => {
  const answering = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    request.resume().on('end', () => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  });
  answering.on('connection', () => seen.push('connection'));
  server = await listen(answering, '::');
});
beforeEach(() => void (seen.length = 0));
afterAll(() => server.close());

const config = (endpoint: string, more = {}) => ({
  output_config: {
    amazon_s3: { bucket: 'theirs', endpoint, access_key_id: 'customer', secret_access_key: 'of theirs', ...more },
  },
});

async function open(endpoint: string, mayReachPrivate = false): Promise<Bucket> {
  const { target, credentials } = readDestination(config(endpoint));
  // The operator's own endpoint is on this machine, and allowed: that is no word on those of customers.
  const buckets = bucketsIn('/nowhere', { ...atEndpoint(`http://127.0.0.1:${server.port}`), mayReachPrivate });
  return buckets.open(target, { credentials, externalId: 'organization-1' });
}

const refused = {
  fault: 'endpoint',
  message: expect.stringContaining('is not on a network that is delivered to') as unknown,
};
const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '[::1]', '[::]'];
const more = [
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '[fe80::1]',
  '[fd00::1]',
];

describe('an endpoint of a customer', () => {
  test.each([...hosts, ...more])('%s is refused, and nothing connects', async (host) => {
    await expect(open(`http://${host}:${server.port}`)).rejects.toMatchObject(refused);
    await expect(open(`https://${host}:${server.port}`)).rejects.toMatchObject(refused);
    expect(seen).toEqual([]);
  });

  test.each(['localhost', 'LOCALHOST', 'ip6-localhost.localhost'])(
    'the name %s is judged where it leads',
    async (host) => {
      const bucket = await open(`http://${host}:${server.port}`);
      const works = [
        () => bucket.put('small', Buffer.from('x'), { contentType: 'text/plain' }),
        // Large enough for the client to leave its connections for others, if it were let.
        () => bucket.put('medium', Buffer.alloc(6_000_000), { contentType: 'text/plain' }),
        () => bucket.put('large', invented(40_000_000), { contentType: 'text/plain' }),
        () => bucket.get('x'),
        () => bucket.head('x'),
        () => bucket.delete('x'),
        () => bucket.sweepAbandoned({ prefix: '', olderThanMs: 0, isOurs: () => true }),
      ];
      for (const work of works) await expect(work()).rejects.toMatchObject({ fault: 'endpoint' });
      expect(await probeBucket(bucket, 'x')).toMatchObject({ failure: { step: 'endpoint', isTransient: false } });
      expect(seen).toEqual([]);
    },
  );

  test('is reached where the operator allows it, signed with the keys of the customer alone', async () => {
    const bucket = await open(`http://localhost:${server.port}`, true);
    await expect(bucket.head('x')).rejects.toMatchObject({ name: 'PlatformError' });
    expect(seen.filter((each) => each === 'connection').length).toBe(1);
    expect(seen.at(-1)).toContain('Credential=customer/');
  });

  test('a redirect is not followed', async () => {
    const bucket = await open(`http://localhost:${server.port}`, true);
    await expect(bucket.get('x')).rejects.toMatchObject({ kind: expect.any(String) as unknown });
    expect(seen.filter((each) => each.startsWith('GET')).length).toBe(1);
  });

  test('without keys beside it is refused before anything is signed with those of the operator', async () => {
    const bare = { output_config: { bucket: 'theirs', endpoint: `http://localhost:${server.port}` } };
    expect(() => readDestination(bare)).toThrow('output_config.endpoint needs access_key_id and secret_access_key');
    const buckets = bucketsIn('/nowhere', { ...atEndpoint(`http://127.0.0.1:${server.port}`), mayReachPrivate: true });
    const target = {
      kind: 's3',
      name: 'theirs',
      endpoint: `http://localhost:${server.port}`,
      region: null,
      isPathStyle: null,
    } as const;
    await expect(buckets.open(target)).rejects.toMatchObject({ kind: 'order_refused' });
    const role = { kind: 'role', roleArn: 'arn:aws:iam::123456789012:role/x' } as const;
    await expect(buckets.open(target, { credentials: role, externalId: 'o' })).rejects.toMatchObject({
      kind: 'order_refused',
    });
    expect(seen).toEqual([]);
  });

  test.each(['127.0.0.1', '::1', 'localhost'])('no connection to %s, even if nobody had asked before', async (host) => {
    const { httpAgent, httpsAgent } = createGuardedAgents();
    const asking = (send: typeof get, agent: Agent) =>
      new Promise((_, reject) => void send({ host, port: server.port, agent }, reject).on('error', reject));
    await expect(asking(get, httpAgent)).rejects.toMatchObject(refused);
    await expect(asking(httpsGet, httpsAgent)).rejects.toMatchObject(refused);
    expect(seen).toEqual([]);
  });
});
