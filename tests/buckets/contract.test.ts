import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bucket, Sweep } from '../../server/src/buckets/ports.ts';
import { findS3Server } from '../support/s3-server.ts';
import { type Place, openLocal, openManaged } from './support/open-places.ts';
import { openS3 } from './support/s3-place.ts';
import { breakingOff, bytesOf, invented, keysOf, readWhole, sha256Of } from './support/streams.ts';

const program = findS3Server();
const plain = { contentType: 'text/plain' };
const megabyte = 1_000_000;
const wrong = ['', '/', '/etc/passwd', 'a//b', 'a/', '../x', 'a/../../x', './x', 'a\\b', 'a\nb', 'a\0b', '\ud800'];
const badKeys = [...wrong, 'x'.repeat(256), 'long/'.repeat(205)];
const key = (n: number) => `many/${n % 5}/${String(n).padStart(4, '0')}`;
const everything: Sweep = { prefix: '', olderThanMs: -60_000, isOurs: () => true };

const places: (readonly [string, () => Promise<Place>])[] = [
  ['local', openLocal],
  ['managed', openManaged],
];
if (program !== null) places.push(['s3', () => openS3(program)]);

describe.each(places)('a bucket: %s', (_, open) => {
  let place: Place;
  let bucket: Bucket;
  beforeAll(async () => {
    place = await open();
    bucket = place.bucket;
  });
  afterAll(() => place.close());

  test.each([0, 1, 11])('%i bytes come back as they were', async (byteLength) => {
    const content = Buffer.alloc(byteLength, 'x');
    const put = await bucket.put(`sizes/${byteLength}`, content, plain);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(put).toMatchObject({ byteLength, sha256 });
    expect(await readWhole(bucket, `sizes/${byteLength}`)).toEqual(content);
    expect(await bucket.head(`sizes/${byteLength}`)).toEqual({ byteLength, etag: put.etag });
  });

  test('40 MB of unknown length come back as they were, and in parts', async () => {
    const byteLength = 40 * megabyte;
    const put = await bucket.put('large/stream.bin', invented(byteLength), plain);
    expect(put).toMatchObject({ byteLength, sha256: await sha256Of(invented(byteLength)) });
    const { body, byteLength: stored } = await bucket.get('large/stream.bin');
    expect([await sha256Of(body), stored]).toEqual([put.sha256, byteLength]);
    const range = { offset: 8 * 1024 * 1024 - 5, length: 10 };
    const part = await bucket.get('large/stream.bin', { range });
    const truth = (await bytesOf(invented(byteLength))).subarray(range.offset, range.offset + 10);
    expect([await bytesOf(part.body), part.byteLength]).toEqual([truth, byteLength]);
  });

  test.each([16 * 1024 * 1024, 8 * 1024 * 1024])('exactly %i bytes, as many as a part has', async (byteLength) => {
    const put = await bucket.put('large/exact.bin', invented(byteLength), { ...plain, byteLength });
    expect(put.sha256).toBe(await sha256Of((await bucket.get('large/exact.bin')).body));
    const unknown = await bucket.put('large/exact.bin', invented(byteLength), plain);
    expect([unknown.byteLength, unknown.sha256]).toEqual([byteLength, put.sha256]);
  });

  test('ranges end with the object, and one behind its end is refused', async () => {
    await bucket.put('ranges.txt', Buffer.from('0123456789'), plain);
    const read = async (offset: number, length: number) =>
      String(await bytesOf((await bucket.get('ranges.txt', { range: { offset, length } })).body));
    expect([await read(0, 1), await read(3, 4), await read(8, 100)]).toEqual(['0', '3456', '89']);
    await expect(read(10, 1)).rejects.toMatchObject({ kind: 'range_not_satisfiable' });
  });

  test('keys of any text are kept apart', async () => {
    const keys = [
      'a b',
      'a+b',
      'a%20b',
      'a%2Bb',
      'ä/ö ü/日本',
      '🛰️',
      "it's (one); *two* & ?#=",
      '.dot/..dots/...',
      'å',
    ];
    for (const key of keys) await bucket.put(`names/${key}`, Buffer.from(key), plain);
    for (const key of keys) expect(String(await readWhole(bucket, `names/${key}`))).toBe(key);
    const inOrder = keys.map((key) => `names/${key}`).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await keysOf(bucket, 'names/')).toEqual(inOrder);
    for (const key of keys) await bucket.delete(`names/${key}`);
    expect(await keysOf(bucket, 'names/')).toEqual([]);
  });

  test.each(badKeys)('the key %j is refused everywhere', async (key) => {
    const refusal = { kind: 'invalid_parameters' };
    await expect(bucket.put(key, Buffer.from('x'), plain)).rejects.toMatchObject(refusal);
    await expect(bucket.get(key)).rejects.toMatchObject(refusal);
    await expect(bucket.head(key)).rejects.toMatchObject(refusal);
    await expect(bucket.delete(key)).rejects.toMatchObject(refusal);
  });

  test('what is not there: head is null, get fails, delete does not', async () => {
    expect(await bucket.head('not/here')).toBeNull();
    await expect(bucket.get('not/here')).rejects.toMatchObject({ kind: 'not_found', fault: 'object' });
    await bucket.delete('not/here');
    expect(await keysOf(bucket, 'not/')).toEqual([]);
  });

  test('a put replaces the object', async () => {
    await bucket.put('again.txt', Buffer.from('a long first content'), plain);
    await bucket.put('again.txt', Buffer.from('second'), plain);
    expect(String(await readWhole(bucket, 'again.txt'))).toBe('second');
  });

  test('concurrent puts to one key: it is one of them, whole', async () => {
    const contents = Array.from({ length: 8 }, (_, n) => Buffer.alloc(megabyte, `${n}`));
    await Promise.all(contents.map((content) => bucket.put('one/key', content, plain)));
    const found = await readWhole(bucket, 'one/key');
    expect(contents.some((content) => content.equals(found))).toBe(true);
  });

  test('concurrent puts and deletes in one folder that comes and goes', async () => {
    const work = Array.from({ length: 40 }, async (_, n) => {
      await bucket.put(`busy/folder/${n}`, Buffer.from(`${n}`), plain);
      if (n % 2 === 0) await bucket.delete(`busy/folder/${n}`);
    });
    await Promise.all(work);
    expect((await keysOf(bucket, 'busy/')).length).toBe(20);
  });

  test.each([100, 20 * megabyte])(
    'a refusal right before the commit of %i bytes leaves nothing',
    async (byteLength) => {
      await bucket.put('fenced/kept', Buffer.from('kept'), plain);
      const refusal = new Error('the lease is lost');
      const beforeCommit = async () => {
        throw refusal;
      };
      const putting = (key: string) => bucket.put(key, invented(byteLength), { ...plain, beforeCommit });
      await expect(putting('fenced/new/deep')).rejects.toBe(refusal);
      await expect(putting('fenced/kept')).rejects.toBe(refusal);
      expect(await keysOf(bucket, 'fenced/')).toEqual(['fenced/kept']);
      expect(String(await readWhole(bucket, 'fenced/kept'))).toBe('kept');
      expect(await bucket.sweepAbandoned(everything)).toBe(0);
    },
  );

  test('the caller is asked when all bytes are there, and nothing is seen before', async () => {
    let seen: unknown = 'not asked';
    const beforeCommit = async () => void (seen = await bucket.head('asked/first'));
    await bucket.put('asked/first', invented(20 * megabyte), { ...plain, beforeCommit });
    expect(seen).toBeNull();
    expect(await bucket.head('asked/first')).toMatchObject({ byteLength: 20 * megabyte });
  });

  test.each([0, 100, 40 * megabyte])('a source that breaks after %i bytes leaves nothing', async (byteLength) => {
    await expect(bucket.put('broken/source', breakingOff(byteLength), plain)).rejects.toThrow('the source broke');
    expect(await keysOf(bucket, 'broken/')).toEqual([]);
    expect(await bucket.sweepAbandoned(everything)).toBe(0);
  });

  test.each([
    ['shorter', { byteLength: 1_001 }],
    ['longer', { byteLength: 999 }],
    ['of another digest', { sha256: '0'.repeat(64) }],
  ])('a content that is %s than announced is refused and leaves nothing', async (_, announced) => {
    const putting = bucket.put('announced', invented(1_000), { ...plain, ...announced });
    await expect(putting).rejects.toMatchObject({ kind: 'conflict' });
    expect(await bucket.head('announced')).toBeNull();
  });

  test.each([0, 20 * megabyte])('a signal ends a put whose source is silent after %i bytes', async (byteLength) => {
    const stop = new AbortController();
    async function* source() {
      yield* invented(byteLength);
      setTimeout(() => stop.abort(new Error('enough')), 50);
      await new Promise(() => {});
    }
    await expect(bucket.put('stopped', source(), { ...plain, signal: stop.signal })).rejects.toThrow('enough');
    expect(await bucket.head('stopped')).toBeNull();
    expect(await bucket.sweepAbandoned(everything)).toBe(0);
  });

  test('a probe that died on the way goes when it is old enough, and nothing that only looks like one', async () => {
    const dead = `probed/swath-probe-${randomUUID()}`;
    const others = ['probed/swath-probe-', 'probed/swath-probe-mine', `probed/deeper/swath-probe-${randomUUID()}`];
    for (const each of [dead, ...others]) await bucket.put(each, Buffer.from('x'), plain);
    const sweep = { ...everything, prefix: 'probed/', isOurs: () => false };
    expect(await bucket.sweepAbandoned({ ...sweep, olderThanMs: 3_600_000 })).toBe(0);
    expect(await bucket.sweepAbandoned({ ...sweep, prefix: 'elsewhere/' })).toBe(0);
    expect(await bucket.sweepAbandoned(sweep)).toBe(1);
    expect(await keysOf(bucket, 'probed/')).toEqual(others.toSorted());
  });

  test('a signal that was given before ends everything at once', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(bucket.put('late', Buffer.from('x'), { ...plain, signal })).rejects.toThrow('too late');
    await expect(bucket.get('again.txt', { signal })).rejects.toThrow('too late');
    await expect(bucket.head('again.txt', signal)).rejects.toThrow('too late');
    await expect(bucket.delete('again.txt', signal)).rejects.toThrow('too late');
    expect(await bucket.head('late')).toBeNull();
    expect(await bucket.head('again.txt')).not.toBeNull();
  });

  test('a reader that stops early, and one that never begins, hold nothing', async () => {
    await bucket.put('early/stop', invented(3 * megabyte), plain);
    for (let n = 0; n < 60; n++) {
      const { body } = await bucket.get('early/stop');
      for await (const piece of body) if (piece.length > 0) break;
      await (await bucket.get('early/stop')).close();
    }
    expect(await bucket.head('early/stop')).toMatchObject({ byteLength: 3 * megabyte });
  });

  test(
    '1,250 keys, more than a page of S3, are listed in order, below any beginning',
    { timeout: 120_000 },
    async () => {
      const keys = Array.from({ length: 1_250 }, (_, n) => key(n));
      await place.fill(keys);
      const listed = await keysOf(bucket, 'many/');
      expect(listed).toEqual(keys.toSorted());
      expect((await keysOf(bucket, 'many/3/')).length).toBe(250);
      expect(await keysOf(bucket, 'many/3/000')).toEqual(['many/3/0003', 'many/3/0008']);
      expect(await keysOf(bucket, 'man')).toEqual(listed);
      for await (const { byteLength } of bucket.list('many/0/0000')) expect(byteLength).toBe(1);
    },
  );
});
