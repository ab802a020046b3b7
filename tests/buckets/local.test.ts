import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bucket } from '../../server/src/buckets/ports.ts';
import { readDestination } from '../../server/src/buckets/read-destination.ts';
import { bucketsIn, freshFolder } from './support/open-places.ts';
import { breakingOff, invented, keysOf, readWhole } from './support/streams.ts';

const plain = { contentType: 'text/plain' };
const sweepAll = { prefix: '', olderThanMs: 0, isOurs: () => true };
let folder: string;
let demo: string;
let outside: string;
let bucket: Bucket;
let isMounted = false;

beforeEach(async () => {
  folder = freshFolder();
  outside = freshFolder();
  demo = join(folder, 'buckets', 'demo');
  mkdirSync(demo, { recursive: true });
  writeFileSync(join(outside, 'secret'), 'secret');
  bucket = await bucketsIn(folder).open({ kind: 'named', name: 'demo' });
});
afterEach(() => {
  if (isMounted) execFileSync('umount', ['-l', demo]);
  isMounted = false;
  for (const each of [folder, outside]) rmSync(each, { recursive: true });
});

const tree = (path: string) => readdirSync(path, { recursive: true }).map(String).toSorted();
const outsideIsUntouched = () =>
  expect([tree(outside), readFileSync(join(outside, 'secret'), 'utf8')]).toEqual([['secret'], 'secret']);

const lose = () => Promise.reject(new Error('lost'));
const uri = (path: string) => pathToFileURL(path).href;
const open = (bucketUri: string, roots: readonly string[] = []) =>
  bucketsIn(folder, { roots }).open(readDestination({ bucket: bucketUri }).target);

/** Puts and deletes one object again and again, of a folder that others share. */
async function comeAndGo(at: number): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const key = `of/${at % 4}/${at}`;
    await bucket.put(key, Buffer.from('x'), plain);
    await bucket.delete(key);
  }
}

describe('a directory as a bucket', () => {
  test('holds the objects as files, and nothing else after any put', async () => {
    await bucket.put('a/b/c.txt', Buffer.from('c'), plain);
    await expect(bucket.put('x/y/z.txt', breakingOff(10), plain)).rejects.toThrow('the source broke');
    await expect(bucket.put('x/y/z.txt', invented(10), { ...plain, beforeCommit: lose })).rejects.toThrow('lost');
    expect(tree(demo)).toEqual(['a', 'a/b', 'a/b/c.txt']);
    await bucket.delete('a/b/c.txt');
    expect([tree(demo), existsSync(demo)]).toEqual([[], true]);
  });

  test('one that is not there, or is a file, is said to be missing and is not made', async () => {
    writeFileSync(join(folder, 'buckets', 'file'), '');
    for (const name of ['none', 'file']) {
      const missing = await bucketsIn(folder).open({ kind: 'named', name });
      const putting = missing.put('x', Buffer.from('x'), plain);
      await expect(putting).rejects.toMatchObject({ fault: 'exists', message: `there is no bucket ${name}` });
      await expect(keysOf(missing)).rejects.toMatchObject({ fault: 'exists' });
      await expect(missing.head('x')).rejects.toMatchObject({ fault: 'exists' });
    }
    expect(readdirSync(join(folder, 'buckets')).toSorted()).toEqual(['demo', 'file']);
  });

  test('a file in the way of a folder, and a folder in the place of an object, are conflicts', async () => {
    await bucket.put('a', Buffer.from('a'), plain);
    await expect(bucket.put('a/b', Buffer.from('b'), plain)).rejects.toMatchObject({ kind: 'conflict' });
    await bucket.put('c/d', Buffer.from('d'), plain);
    await expect(bucket.put('c', Buffer.from('c'), plain)).rejects.toMatchObject({ kind: 'conflict' });
    expect([await bucket.head('c'), await bucket.head('a/b')]).toEqual([null, null]);
    await bucket.delete('c');
    expect(tree(demo)).toEqual(['a', 'c', 'c/d']);
  });

  test('a folder that is taken away right before the commit is made again', async () => {
    await bucket.put('folder/deep/first', Buffer.from('x'), plain);
    const seen: number[] = [];
    const beforeCommit = async () => {
      await bucket.delete('folder/deep/first');
      seen.push(tree(demo).filter((name) => name.startsWith('folder')).length);
    };
    await bucket.put('folder/deep/second', Buffer.from('x'), { ...plain, beforeCommit });
    expect([seen, await keysOf(bucket)]).toEqual([[0, 2], ['folder/deep/second']]);
  });

  test('puts that begin and end beside each other, and beside folders that come and go, all succeed', async () => {
    await Promise.all(Array.from({ length: 16 }, (_, at) => comeAndGo(at)));
    expect(tree(demo)).toEqual([]);
  });

  test('uploads are no objects', async () => {
    mkdirSync(join(demo, '.swath-uploads'));
    writeFileSync(join(demo, '.swath-uploads', 'left'), 'left');
    expect(await keysOf(bucket)).toEqual([]);
    for (const key of ['.swath-uploads', '.swath-uploads/left', '.SWATH-uploads/left'])
      await expect(bucket.get(key)).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });

  test('what dead uploads left is swept when it is old, and what is being written is not', async () => {
    const uploads = join(demo, '.swath-uploads');
    mkdirSync(uploads);
    for (const name of ['old', 'new']) writeFileSync(join(uploads, name), name);
    utimesSync(join(uploads, 'old'), 0, 0);
    expect(await bucket.sweepAbandoned({ ...sweepAll, olderThanMs: 3_600_000 })).toBe(1);
    expect(readdirSync(uploads)).toEqual(['new']);
    expect(await bucket.sweepAbandoned({ ...sweepAll, olderThanMs: -1_000 })).toBe(1);
    expect(tree(demo)).toEqual([]);
  });
});

describe('links lead nowhere', () => {
  const refused = { kind: 'conflict' };

  test('a link to a folder, put in before', async () => {
    symlinkSync(outside, join(demo, 'out'));
    await expect(bucket.put('out/new', Buffer.from('x'), plain)).rejects.toMatchObject(refused);
    await expect(bucket.put('out/deep/new', Buffer.from('x'), plain)).rejects.toMatchObject(refused);
    await expect(bucket.get('out/secret')).rejects.toMatchObject({ kind: 'not_found' });
    expect([await bucket.head('out/secret'), await keysOf(bucket), await keysOf(bucket, 'out/')]).toEqual([
      null,
      [],
      [],
    ]);
    await bucket.delete('out/secret');
    outsideIsUntouched();
  });

  test('a link to a file', async () => {
    symlinkSync(join(outside, 'secret'), join(demo, 'object'));
    await expect(bucket.get('object')).rejects.toMatchObject({ kind: 'not_found' });
    expect([await bucket.head('object'), await keysOf(bucket)]).toEqual([null, []]);
    await bucket.delete('object');
    outsideIsUntouched();
    await bucket.put('object', Buffer.from('mine'), plain);
    outsideIsUntouched();
    expect(String(await readWhole(bucket, 'object'))).toBe('mine');
  });

  test('a link in the place of the folder of uploads', async () => {
    symlinkSync(outside, join(demo, '.swath-uploads'));
    await expect(bucket.put('object', Buffer.from('x'), plain)).rejects.toMatchObject(refused);
    await expect(bucket.sweepAbandoned({ ...sweepAll, olderThanMs: -1_000 })).rejects.toMatchObject(refused);
    outsideIsUntouched();
  });

  test('a link in the place of the bucket', async () => {
    symlinkSync(outside, join(folder, 'buckets', 'linked'));
    const linked = await bucketsIn(folder).open({ kind: 'named', name: 'linked' });
    await expect(linked.put('x', Buffer.from('x'), plain)).rejects.toMatchObject({ fault: 'exists' });
    await expect(linked.get('secret')).rejects.toMatchObject({ fault: 'exists' });
    outsideIsUntouched();
  });

  test('a link that is put in while an object is on its way', async () => {
    await bucket.put('folder/first', Buffer.from('x'), plain);
    const swap = async () => {
      renameSync(join(demo, 'folder'), join(demo, 'moved'));
      symlinkSync(outside, join(demo, 'folder'));
    };
    // Right before the rename, when every check has been made.
    await bucket.put('folder/second', Buffer.from('x'), { ...plain, beforeCommit: swap });
    outsideIsUntouched();
    expect(tree(join(demo, 'moved'))).toEqual(['first', 'second']);
  });

  test('a link that comes and goes all the time', async () => {
    const race = { isOver: false };
    const swapping = (async () => {
      for (let n = 0; !race.isOver; n++) {
        rmSync(join(demo, 'racing'), { recursive: true, force: true });
        if (n % 2 === 0) symlinkSync(outside, join(demo, 'racing'));
        await new Promise(setImmediate);
        if (n % 2 === 0 && existsSync(join(demo, 'racing'))) unlinkSync(join(demo, 'racing'));
      }
    })().catch(() => {});
    const attempts = Array.from({ length: 300 }, (_, n) => n);
    for (const n of attempts) {
      await bucket.put(`racing/${n}`, Buffer.from('x'), plain).catch(() => {});
      await bucket.delete('racing/secret').catch(() => {});
      await expect(bucket.get('racing/secret')).rejects.toMatchObject({ name: 'PlatformError' });
    }
    race.isOver = true;
    await swapping;
    outsideIsUntouched();
  });

  test('pipes and folders are no objects, and nobody waits for them', async () => {
    execFileSync('mkfifo', [join(demo, 'pipe')]);
    mkdirSync(join(demo, 'folder'));
    for (const key of ['pipe', 'folder']) await expect(bucket.get(key)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await keysOf(bucket)).toEqual([]);
  });
});

describe('file:///', () => {
  test('a folder of the buckets, or of a root, and what lies in it', async () => {
    mkdirSync(join(outside, 'given', 'deep er'), { recursive: true });
    const places = [uri(demo), uri(join(outside, 'given')), uri(join(outside, 'given', 'deep er'))];
    for (const place of places) {
      const opened = await open(place, [outside]);
      await opened.put('x', Buffer.from(place), plain);
    }
    expect(readFileSync(join(outside, 'given', 'deep er', 'x'), 'utf8')).toBe(places[2]);
  });

  test('has one identity with the name, and with every folder within it', async () => {
    const identities = await Promise.all(
      [uri(demo), `${uri(demo)}/`, uri(join(demo, 'a', 'b'))].map((each) => open(each)),
    );
    expect(identities.map(({ identity }) => identity)).toEqual(Array(3).fill(bucket.identity));
  });

  test('elsewhere is refused: outside, the roots themselves, files of the service', async () => {
    mkdirSync(join(folder, 'managed'));
    mkdirSync(join(outside, 'inner', 'root'), { recursive: true });
    const roots = [outside, folder, join(outside, 'inner', 'root')];
    const data = [folder, join(folder, 'buckets'), join(folder, 'managed'), join(folder, 'app.db')];
    for (const path of ['/', '/etc', `${outside}x`, outside, join(outside, 'inner'), ...data])
      await expect(open(uri(path), roots)).rejects.toMatchObject({ kind: 'order_refused' });
    await expect(open(uri(join(outside, 'given')))).rejects.toMatchObject({
      kind: 'order_refused',
      message: expect.stringContaining('is not within a folder that the service delivers to') as unknown,
    });
  });

  test('a link on the way is not followed', async () => {
    symlinkSync(outside, join(demo, 'way'));
    const linked = await open(uri(join(demo, 'way')));
    await expect(linked.put('x', Buffer.from('x'), plain)).rejects.toMatchObject({ fault: 'exists' });
    outsideIsUntouched();
  });
});

const canMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

function mountOnDemo(options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', demo]);
  isMounted = true;
}

describe.skipIf(!canMount)('a disk of 4 MB', () => {
  test('that is full says so, keeps what was there, leaves nothing, and works again with room', async () => {
    mountOnDemo('size=4m');
    await bucket.put('kept', Buffer.from('kept'), plain);
    const full = { kind: 'unavailable', fault: 'full', message: 'the bucket demo has no room left' };
    await expect(bucket.put('kept', invented(8_000_000), plain)).rejects.toMatchObject(full);
    await expect(bucket.put('new/deep/object', invented(8_000_000), plain)).rejects.toMatchObject(full);
    expect(tree(demo)).toEqual(['kept']);
    expect(String(await readWhole(bucket, 'kept'))).toBe('kept');
    await bucket.put('new/deep/object', invented(3_000_000), plain);
    expect(await keysOf(bucket)).toEqual(['kept', 'new/deep/object']);
  });

  test('without a name left for another file likewise', async () => {
    mountOnDemo('size=4m,nr_inodes=8');
    const failures: unknown[] = [];
    for (let n = 0; n < 10; n++)
      await bucket.put(`deep/${n}`, Buffer.from('x'), plain).catch((cause) => failures.push(cause));
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(failure).toMatchObject({ fault: 'full' });
    expect(tree(demo).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
