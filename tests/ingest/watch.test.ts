import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WrongWish } from '../../server/src/ingest/wrong-wish.ts';
import { bringIn } from '../../server/src/bring-in/bring-in.ts';
import { readConfig } from '../../server/src/config.ts';
import type { JobWishes } from '../../server/src/ingest/jobs/job.ts';
import type { FoundFile } from '../../server/src/ingest/ports.ts';
import { type Tally, emptyTally } from '../../server/src/ingest/tally.ts';
import { compareLooks } from '../../server/src/ingest/watch/compare-looks.ts';
import { plainWishes } from '../contract/job-fixtures.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import { ascii } from '../imagery/support/make-image.ts';
import { installation, item, manyItems, ndjson, readRejects } from './support.ts';

const file = (relativePath: string, byteLength = 1, modified = '2026-01-01T00:00:00.000Z'): FoundFile => ({
  location: `file:///${relativePath}`,
  relativePath,
  byteLength,
  modified,
});
const look = (...files: FoundFile[]) => new Map(files.map((each) => [each.relativePath, each]));
const marks = (...files: FoundFile[]) =>
  new Map(files.map((each) => [each.relativePath, `${each.byteLength} ${each.modified}`]));

describe('what two looks at a place tell', () => {
  test('a file that is there for the first time, or grows, is waited for', () => {
    expect(compareLooks(new Map(), null, look(file('a')))).toEqual({ ready: [], gone: [], isUnsettled: true });
    const grown = compareLooks(new Map(), look(file('a', 1)), look(file('a', 2)));
    expect(grown).toEqual({ ready: [], gone: [], isUnsettled: true });
  });

  test('one that stays the same is ready, and known from then on until it changes', () => {
    const [a, b] = [file('a'), file('b', 2)];
    expect(compareLooks(new Map(), look(a, b), look(a, b))).toEqual({ ready: [a, b], gone: [], isUnsettled: false });
    expect(compareLooks(marks(a, b), look(a, b), look(a, b))).toEqual({ ready: [], gone: [], isUnsettled: false });
    const later = file('b', 2, '2026-01-02T00:00:00.000Z');
    expect(compareLooks(marks(a, b), look(a, later), look(a, later)).ready).toEqual([later]);
  });

  test('one is gone when two looks miss it: what is moved is found first', () => {
    const a = file('a');
    expect(compareLooks(marks(a), look(a), look())).toEqual({ ready: [], gone: [], isUnsettled: true });
    expect(compareLooks(marks(a), look(), look())).toEqual({ ready: [], gone: ['a'], isUnsettled: false });
    // After a restart nobody knows what the look before saw.
    expect(compareLooks(marks(a), null, look()).gone).toEqual([]);
  });

  test('an object that was written again with the same content did not change', () => {
    const [before, after] = [
      { ...file('a'), etag: 'x' },
      { ...file('a', 1, '2027-01-01T00:00:00.000Z'), etag: 'x' },
    ];
    expect(compareLooks(new Map([['a', '1 x']]), look(before), look(after)).ready).toEqual([]);
  });
});

let place: Awaited<ReturnType<typeof installation>>;
let folder: string;
const stops: (() => Promise<void>)[] = [];

const wishes: JobWishes = {
  ...plainWishes,
  collection: 'many',
  mayCreate: true,
  mayUseFileTime: true,
  watchEveryMs: 1_000,
};

/** A watch in this process. */
function watch(more: Partial<JobWishes> = {}, onProgress: () => unknown = () => undefined) {
  const config = readConfig({ ...place.env, SWATH_ARCHIVE_ROOTS: folder });
  const said: string[] = [];
  let tally: Tally = emptyTally;
  let isStopping = false;
  const running = bringIn(
    { ...wishes, place: folder, ...more },
    {
      config,
      rejects: place.file('rejects'),
      fileRoots: null,
      downloads: place.file('downloads'),
      isStopping: () => isStopping,
      said: (sentence) => void said.push(sentence),
      moved: ({ from, to }) => void said.push(`moved: ${from} is now ${to}`),
      progressed: (_, now) => {
        tally = now;
        onProgress();
      },
      ended: (report) => ({ tally } = report),
    },
  );
  const leave = () => (isStopping = true);
  const stop = async () => {
    leave();
    await running;
  };
  stops.push(stop);
  return {
    said,
    running,
    leave,
    stop,
    tally: () => tally,
    async until(isSo: () => boolean) {
      for (const deadline = performance.now() + 20_000; !isSo(); await setTimeout(20))
        if (performance.now() > deadline) throw new Error(`it stays ${JSON.stringify([tally, said])}`);
    },
  };
}

function put(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const tiff = () =>
  inZone(32633, 500_000, 5_000_000, 0.5, {
    width: 64,
    height: 48,
    blocks: [32, 32],
    fields: { 306: ascii('2026:05:04 03:02:01') },
  });

describe('a watched folder', () => {
  beforeEach(async () => {
    place = await installation();
    folder = join(place.folder, 'dropped');
    mkdirSync(folder);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  test('takes what is dropped, waits for what is half copied, tells what moved and what went', async () => {
    const watched = watch();
    const first = put('a.ndjson', ndjson([item('one'), item('two')]));
    await watched.until(() => watched.tally().created === 2);

    const growing = put('b.ndjson', ndjson([item('three')]));
    for (let i = 0; i < 6; i++) {
      await setTimeout(150);
      appendFileSync(growing, ndjson([item(`more-${i}`)]));
      expect(watched.tally().read).toBe(2);
    }
    await watched.until(() => watched.tally().created === 9);

    mkdirSync(join(folder, 'sub'));
    renameSync(first, join(folder, 'sub', 'a.ndjson'));
    await watched.until(() => watched.tally().moved === 1);
    expect(watched.said).toContain('moved: a.ndjson is now sub/a.ndjson');
    expect(watched.tally().read).toBe(9);

    rmSync(growing);
    await watched.until(() => watched.said.some((each) => each.startsWith('gone: b.ndjson')));
  });

  test('a changed file comes in again; a broken one is a reject and keeps nothing out', async () => {
    const watched = watch();
    put('broken.geojson', 'no geojson');
    put('lines.ndjson', `${ndjson([item('one')])}not json\n`);
    await watched.until(() => watched.tally().created === 1 && watched.tally().rejected === 2);
    const reasons = readRejects(place.file('rejects')).map(({ position, reason }) => `${position}: ${reason}`);
    expect(reasons.toSorted()).toEqual([
      expect.stringMatching(/broken\.geojson: /),
      expect.stringMatching(/\/lines\.ndjson: line 2: is not JSON/),
    ]);
    put('lines.ndjson', ndjson([item('one'), item('two')]));
    await watched.until(() => watched.tally().created === 2);
    expect(watched.tally()).toMatchObject({ unchanged: 1, rejected: 2 });
  });

  /** Nobody may read it, whoever asks. */
  const unreadable = '/proc/sys/vm/drop_caches';
  test.skipIf(!existsSync(unreadable))(
    'a file that cannot be read keeps no others out, nor those that come after it',
    async () => {
      symlinkSync(unreadable, join(folder, 'a.ndjson'));
      const watched = watch();
      put('b.ndjson', ndjson([item('one')]));
      await watched.until(() => watched.tally().created === 1);
      put('c.ndjson', ndjson([item('two')]));
      await watched.until(() => watched.tally().created === 2);
      expect(watched.said.filter((each) => each.includes('EACCES'))).toHaveLength(1);
    },
    60_000,
  );

  test('a file that moves before its turn comes is read where it is then', async () => {
    for (const name of ['a', 'b']) put(`${name}.ndjson`, ndjson([item(name)]));
    mkdirSync(join(folder, 'later'));
    const [seen, then] = [join(folder, 'b.ndjson'), join(folder, 'later', 'b.ndjson')];
    const watched = watch({}, () => existsSync(seen) && renameSync(seen, then));
    await watched.until(() => watched.tally().created === 2);
    expect(watched.said.filter((each) => each.startsWith('moved'))).toEqual([]);
  });

  test.skipIf(!existsSync(unreadable))(
    'what is rejected is told though another file cannot be read',
    async () => {
      symlinkSync(unreadable, join(folder, 'a.ndjson'));
      put('broken.geojson', 'no geojson');
      const watched = watch();
      await watched.until(() => watched.tally().rejected === 1);
      expect(readRejects(place.file('rejects'))).toMatchObject([
        { position: expect.stringMatching(/broken\.geojson/) },
      ]);
    },
    60_000,
  );

  test('stopped and started again it brings nothing twice, and notices what came meanwhile', async () => {
    const watched = watch();
    put('a.ndjson', ndjson([item('one')]));
    await watched.until(() => watched.tally().created === 1);
    await watched.stop();
    put('b.ndjson', ndjson([item('two')]));
    const again = watch();
    await again.until(() => again.tally().created === 2);
    expect(again.tally()).toMatchObject({ read: 2, unchanged: 0 });
  });

  test('what was rejected stays told where a file is gone on with after another', async () => {
    const many = [...manyItems(1_500), item('nowhere', { geometry: 7 }), ...manyItems(1_500)];
    put('b.ndjson', `not json\n${ndjson(many)}`);
    const watched = watch({}, () => watched.leave());
    await watched.running;
    put('a.ndjson', 'not json either\n');
    const again = watch();
    await again.until(() => again.tally().read === 3_003);
    expect(again.said).toContain('goes on after 1000 entries of an earlier run');
    const positions = readRejects(place.file('rejects')).map(({ position }) => position.replace(/.*\//, ''));
    expect(positions.toSorted()).toEqual(['a.ndjson: line 1', 'b.ndjson: line 1', 'b.ndjson: line 1502']);
  });

  test('a second watch of the same place is refused', async () => {
    const watched = watch();
    put('a.ndjson', ndjson([item('one')]));
    await watched.until(() => watched.tally().created === 1);
    const second = watch();
    stops.pop();
    await expect(second.running).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each(['http', 'HTTPS', 'ftp'])('an address (%s) is refused, and nothing of it is said', async (scheme) => {
    const watched = watch({ place: `${scheme}://reader:sesame@127.0.0.1:1/a?token=sesame` });
    stops.pop();
    const refused = await watched.running.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongWish);
    expect([(refused as Error).message, ...watched.said].join()).not.toContain('sesame');
  });

  test('a folder that goes away and comes back is told, and nothing is lost', async () => {
    const watched = watch();
    put('a.ndjson', ndjson([item('one')]));
    await watched.until(() => watched.tally().created === 1);
    renameSync(folder, `${folder}-away`);
    await watched.until(() => watched.said.some((each) => each.startsWith('it is looked at again later')));
    renameSync(`${folder}-away`, folder);
    await watched.until(() => watched.said.includes('it can be read again'));
    put('b.ndjson', ndjson([item('two')]));
    await watched.until(() => watched.tally().created === 2);
    expect(watched.said.filter((each) => each.startsWith('gone'))).toEqual([]);
  });

  test('GeoTIFFs become items; a moved one moves its item, one that went is told once', async () => {
    const watched = watch({ kind: 'geotiffs' });
    put('x.tif', tiff());
    put('y.tif', tiff());
    await watched.until(() => watched.tally().created === 2);
    mkdirSync(join(folder, 'later'));
    renameSync(join(folder, 'x.tif'), join(folder, 'later', 'x.tif'));
    await watched.until(() => watched.tally().moved === 1);
    rmSync(join(folder, 'y.tif'));
    await watched.until(() => watched.tally().missing === 1);
    put('z.tif', tiff());
    await watched.until(() => watched.tally().created === 3);
    expect(watched.tally()).toMatchObject({ created: 3, replaced: 1, moved: 1, missing: 1, rejected: 0 });
  });
});
