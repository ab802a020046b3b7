import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bucket } from '../../server/src/buckets/ports.ts';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { type S3Server, findS3Server, startS3Server } from '../support/s3-server.ts';
import { atEndpoint, bucketsIn, keys } from './support/open-places.ts';
import { endpointOf } from './support/s3-place.ts';
import { type Exchange, type S3Proxy, startS3Proxy } from './support/s3-proxy.ts';
import { bytesOf, invented, keysOf, sha256Of } from './support/streams.ts';

const program = findS3Server();
const plain = { contentType: 'text/plain' };
const large = 40_000_000;
const sweepAll = { prefix: '', olderThanMs: -60_000, isOurs: () => true };

const lengthless = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length'));

async function* fallingSilent(): AsyncGenerator<Uint8Array, void> {
  yield* invented(20_000_000);
  await new Promise(() => {});
}

describe.skipIf(program === null)('S3 in trouble', () => {
  let server: S3Server;
  let proxy: S3Proxy;
  let bucket: Bucket;
  const named = (name: string, more = {}) => {
    const { s3 } = atEndpoint(proxy.endpoint);
    return bucketsIn('/nowhere', { s3: { ...s3, ...more } }).open({ kind: 'named', name });
  };

  beforeAll(async () => {
    server = await startS3Server(program!, ['deliveries']);
    proxy = await startS3Proxy(await endpointOf(server));
    bucket = await named('deliveries', { idleMs: 2_000 });
  });
  afterAll(async () => {
    bucket.close();
    await proxy.close();
    await server.stop();
  });
  beforeEach(async () => {
    proxy.deviation = null;
    proxy.asked.length = 0;
  });

  /** The first so many requests of the kind are treated so, all others go through. */
  const atFirst = (times: number, kind: RegExp, treat: (exchange: Exchange) => void) => {
    let left = times;
    proxy.deviation = (exchange) => {
      const isMeant = kind.test(`${exchange.request.method} ${exchange.request.url}`) && left-- > 0;
      if (isMeant) treat(exchange);
      else exchange.forward();
    };
  };
  const always = (kind: RegExp, treat: (exchange: Exchange) => void) => atFirst(Infinity, kind, treat);
  const count = (kind: RegExp) => proxy.asked.filter((each) => kind.test(each)).length;
  const part = /^PUT .*partNumber=2/;
  const commit = /^POST .*\?uploadId=/;

  const nothingIsLeft = async (key: string) => {
    proxy.deviation = null;
    expect(await bucket.head(key)).toBeNull();
    expect(await bucket.sweepAbandoned(sweepAll)).toBe(0);
  };

  const troubles: readonly (readonly [string, (exchange: Exchange) => void])[] = [
    ['503 SlowDown', ({ fail }) => fail(503, 'SlowDown')],
    ['500 InternalError', ({ fail }) => fail(500, 'InternalError')],
    ['503 with Retry-After', ({ fail }) => fail(503, 'ServiceUnavailable', { 'retry-after': '1' })],
    ['429', ({ fail }) => fail(429, 'TooManyRequests')],
    ['a clock that is off', ({ fail }) => fail(403, 'RequestTimeTooSkewed')],
    ['400 RequestTimeout', ({ fail }) => fail(400, 'RequestTimeout')],
    ['400 BadDigest', ({ fail }) => fail(400, 'BadDigest')],
    ['a reset at once', ({ request }) => void request.socket.destroy()],
    ['a reset in the middle', ({ request }) => void request.once('data', () => request.socket.destroy())],
    ['an answer that is lost', ({ forward }) => forward({ isAnswerLost: true })],
  ];
  const places: readonly (readonly [string, RegExp])[] = [
    ['the beginning', /^POST .*\?uploads/],
    ['a part', part],
    ['the commit', commit],
  ];

  test.each(
    places.flatMap(([place, kind]) => troubles.map(([trouble, treat]) => [trouble, place, kind, treat] as const)),
  )('%s twice at %s: the object arrives', async (trouble, place, kind, treat) => {
    atFirst(2, kind, treat);
    const put = await bucket.put('trouble/large', invented(large), plain);
    expect(put).toMatchObject({ byteLength: large, sha256: await sha256Of(invented(large)) });
    proxy.deviation = null;
    expect(await sha256Of((await bucket.get('trouble/large')).body)).toBe(put.sha256);
    expect((await bucket.head('trouble/large'))?.etag).toBe(put.etag);
    expect(count(kind)).toBeGreaterThanOrEqual(2);
    await bucket.delete('trouble/large');
    // Nobody knows the uploads that were begun so.
    const isUnknown = trouble === 'an answer that is lost' && place === 'the beginning';
    expect(await bucket.sweepAbandoned(sweepAll)).toBe(isUnknown ? 2 : 0);
  });

  test.each([
    [503, 'SlowDown', 'unavailable', 4],
    [403, 'AccessDenied', 'forbidden', 1],
  ])('%i %s for good at a part: fails as it is, leaves nothing', async (status, code, kind, attempts) => {
    always(part, ({ fail }) => fail(status, code));
    await expect(bucket.put('trouble/never', invented(large), plain)).rejects.toMatchObject({ kind });
    expect(count(part)).toBe(attempts);
    await nothingIsLeft('trouble/never');
  });

  test.each([
    ['a small object', 100, /^PUT /],
    ['a large one', large, commit],
  ])('the caller is asked before each attempt to commit %s, and ends them', async (_, byteLength, kind) => {
    always(kind, ({ fail }) => fail(503, 'SlowDown'));
    let asked = 0;
    const beforeCommit = async () => {
      if (++asked === 3) throw new Error('the lease is lost');
    };
    const putting = bucket.put('trouble/fenced', invented(byteLength), { ...plain, beforeCommit });
    await expect(putting).rejects.toThrow('the lease is lost');
    expect(count(kind)).toBe(2);
    await nothingIsLeft('trouble/fenced');
  });

  test('a commit whose answer was lost, and that cannot be done again, is seen by the object', async () => {
    let commits = 0;
    always(commit, ({ forward, fail }) =>
      ++commits === 1 ? forward({ isAnswerLost: true }) : fail(404, 'NoSuchUpload'),
    );
    const put = await bucket.put('trouble/lost', invented(large), plain);
    expect([commits, put.etag]).toEqual([2, (await bucket.head('trouble/lost'))?.etag]);
    expect(put.etag).toMatch(/-5"?$/);
  });

  test('an upload that was taken away is not mistaken for the object that was there before', async () => {
    await bucket.put('trouble/taken', invented(large, 200_003), plain);
    const before = await bucket.head('trouble/taken');
    let commits = 0;
    always(commit, ({ fail }) => (++commits === 1 ? fail(503, 'SlowDown') : fail(404, 'NoSuchUpload')));
    await expect(bucket.put('trouble/taken', invented(large), plain)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await bucket.head('trouble/taken')).toEqual(before);
  });

  test('a server that says nothing is given up in time', async () => {
    always(/^PUT .*small/, () => {});
    const signal = AbortSignal.timeout(300);
    await expect(bucket.put('trouble/small', Buffer.from('x'), { ...plain, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const impatient = await named('deliveries', {
      idleMs: 200,
      patience: { attempts: 2, firstDelayMs: 1, longestDelayMs: 1 },
    });
    const putting = impatient.put('trouble/small', Buffer.from('x'), plain);
    await expect(putting).rejects.toMatchObject({ kind: 'unavailable', fault: 'silent' });
    await nothingIsLeft('trouble/small');
  });

  test('a sweep of a server that says nothing ends when it is told to', async () => {
    for (const kind of [/[?&]uploads/, /list-type=2/]) {
      always(kind, () => {});
      const sweep = { prefix: '', olderThanMs: 0, isOurs: () => true, signal: AbortSignal.timeout(300) };
      await expect(bucket.sweepAbandoned(sweep)).rejects.toMatchObject({ name: 'TimeoutError' });
    }
  });

  test('a source that is silent ends when the upload fails', async () => {
    always(/^PUT .*partNumber=1/, ({ fail }) => fail(403, 'AccessDenied'));
    await expect(bucket.put('trouble/silent', fallingSilent(), plain)).rejects.toMatchObject({ kind: 'forbidden' });
    await nothingIsLeft('trouble/silent');
  });

  test('an object that breaks off while it is read is a fault', async () => {
    await bucket.put('trouble/read', invented(5_000_000), plain);
    always(/^GET /, ({ request, response, forward }) => {
      let sent = 0;
      const write = response.write.bind(response);
      response.write = ((piece: Uint8Array) => {
        sent += piece.length;
        if (sent > 1_000_000) request.socket.destroy();
        return write(piece);
      }) as typeof response.write;
      forward();
    });
    await expect(bytesOf((await bucket.get('trouble/read')).body)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('answers that do not say how long an object is are told as that', async () => {
    await bucket.put('trouble/length', Buffer.from('some bytes'), plain);
    always(/^(?:GET|HEAD) /, ({ response, forward }) => {
      const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => typeof response;
      response.writeHead = ((status: number, headers: object) =>
        writeHead(status, lengthless(headers))) as typeof response.writeHead;
      forward();
    });
    const said = { fault: 'endpoint', message: expect.stringMatching(/does not say how long objects are$/) as unknown };
    await expect(bucket.get('trouble/length')).rejects.toMatchObject(said);
    await expect(bucket.head('trouble/length')).rejects.toMatchObject(said);
    expect(await probe()).toMatchObject({ done: ['write'], failure: { step: 'endpoint', isTransient: false } });
  });

  test('an upload that died is swept, but not one that is young or of others', async () => {
    // The process that began it is gone, so nobody aborts it.
    always(/^(?:DELETE .*uploadId|PUT .*partNumber=2)/, ({ fail }) => fail(403, 'AccessDenied'));
    await expect(bucket.put('dead/object', invented(large), plain)).rejects.toMatchObject({ kind: 'forbidden' });
    proxy.deviation = null;
    const sweep = { ...sweepAll, prefix: 'dead/' };
    expect(await bucket.sweepAbandoned({ ...sweep, olderThanMs: 3_600_000 })).toBe(0);
    expect(await bucket.sweepAbandoned({ ...sweep, isOurs: () => false })).toBe(0);
    expect(await bucket.sweepAbandoned({ ...sweep, prefix: 'alive/' })).toBe(0);
    expect(await bucket.sweepAbandoned(sweep)).toBe(1);
    expect([await bucket.sweepAbandoned(sweep), await keysOf(bucket, 'dead/')]).toEqual([0, []]);
  });

  test('no failure holds what a request was signed with', async () => {
    always(/./, ({ fail }) => fail(403, 'AccessDenied'));
    const failure: unknown = await bucket.put('x', Buffer.from('x'), plain).catch((cause: unknown) => cause);
    expect((failure as Error).cause).toBeUndefined();
    expect(JSON.stringify(failure)).not.toMatch(/authorization|Signature|tester/i);
  });

  const probe = async (opened: Bucket = bucket) => probeBucket(opened, 'orders/1', { needsList: true });

  describe('the probe', () => {
    test('is done, and leaves nothing', async () => {
      expect(await probe()).toEqual({ label: 'deliveries', done: ['write', 'read', 'list', 'delete'], failure: null });
      expect(await keysOf(bucket, 'orders/')).toEqual([]);
    });

    test.each([
      ['write', /^PUT /, []],
      ['read', /^GET .*probe.*x-id=GetObject/, ['write']],
      ['list', /^GET .*list-type=2/, ['write', 'read']],
      ['delete', /^DELETE /, ['write', 'read', 'list']],
    ])('names the step %s that is denied, with the policy to add', async (step, kind, done) => {
      always(kind, ({ fail }) => fail(403, 'AccessDenied'));
      const report = await probe();
      expect(report).toMatchObject({ done, failure: { step, isTransient: false } });
      const policy = JSON.parse(report.failure!.policy!) as { Statement: { Action: unknown; Resource: string }[] };
      expect(policy.Statement[0]).toMatchObject({
        Resource: 'arn:aws:s3:::deliveries/orders/1/*',
        Action: expect.arrayContaining(['s3:PutObject', 's3:GetObject', 's3:DeleteObject']) as unknown,
      });
      proxy.deviation = null;
      const left = await keysOf(bucket, 'orders/');
      expect(left.length).toBe(step === 'delete' ? 1 : 0);
      for (const key of left) await bucket.delete(key);
    });

    test.each([
      ['exists', 404, 'NoSuchBucket', {}, 'does not exist'],
      ['region', 301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-west-1' }, 'is in another region: eu-west-1'],
      ['region', 400, 'AuthorizationHeaderMalformed', {}, 'is in another region'],
    ])('names %s for %i %s', async (step, status, code, headers, reason) => {
      always(/./, ({ fail }) => fail(status, code, headers));
      const failure = { step, isTransient: false, policy: null, reason: `the bucket deliveries ${reason}` };
      expect(await probe()).toMatchObject({ failure });
    });

    test('a bucket that is not there', async () => {
      expect(await probe(await named('nowhere'))).toMatchObject({ done: [], failure: { step: 'exists' } });
    });

    test('a wrong secret is denied', async () => {
      const stranger = await named('deliveries', { keys: { ...keys, secretAccessKey: 'guess' } });
      expect(await probe(stranger)).toMatchObject({ done: [], failure: { step: 'write', isTransient: false } });
    });

    test('tells what may pass from what will not', async () => {
      always(/./, ({ fail }) => fail(503, 'SlowDown'));
      expect((await probe()).failure).toMatchObject({ step: 'write', isTransient: true, policy: null });
      always(/./, () => {});
      const report = await probeBucket(bucket, '', { timeoutMs: 300 });
      expect(report.failure).toMatchObject({ step: 'write', isTransient: true, reason: 'it did not answer in time' });
    });

    test('an endpoint that is no S3', async () => {
      always(/./, ({ request, response }) => void request.resume().on('end', () => response.end('<html>hello</html>')));
      expect((await probe()).failure).toMatchObject({ isTransient: false });
    });
  });
});
