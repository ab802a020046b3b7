import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ImageryReader } from '../../../server/src/imagery/ports.ts';
import { lookAtImagery } from '../../../server/src/orders/placing/look-at-imagery.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';
import { quarters, tiff } from '../../http/imagery/picture-archive.ts';
import { inZone } from '../../imagery/jobs/georeferenced.ts';
import { makeTiff, plainImage } from '../../imagery/support/make-image.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { type Placing, startPlacing } from '../support/placing-fixture.ts';

describe('an order whose source file', () => {
  let placing: Placing;
  beforeAll(async () => {
    placing = await startPlacing();
  });
  afterAll(() => placing.stop());

  const refused = (id: string, more: object = {}) =>
    placing.refused({ acquisitions: [id], bucket: 'deliveries', ...more });
  const asset = (name: string, bytes: Uint8Array) => tiff(placing.archive.file(name, bytes));

  test('is gone', async () => {
    await placing.item('gone', { assets: { visual: asset('gone.tif', quarters.bytes()) } });
    const body = { acquisitions: ['gone'], bucket: 'deliveries' };
    expect((await placing.place(body)).kind).toBe('placed');
    rmSync(join(placing.archive.folder, 'gone.tif'));
    expect(await placing.refused(body)).toBe(
      'order_refused: the imagery of acquisition gone cannot be read: its file is gone',
    );
  });

  test('is cut off, empty, or something else', async () => {
    for (const [id, bytes] of [
      ['cut-off', quarters.bytes().subarray(0, 100)],
      ['empty', new Uint8Array()],
      ['text', Buffer.from('this is no image, but it is long enough to be looked at as if it were one')],
    ] as const) {
      await placing.item(id, { assets: { visual: asset(`${id}.tif`, bytes) } });
      const reason = await refused(id);
      expect(reason).toMatch(new RegExp(`^order_refused: the imagery of acquisition ${id} cannot be read: `));
      expect(reason).not.toContain(placing.archive.folder);
    }
  });

  test('has no place on earth, or one in a system that is not known', async () => {
    await placing.item('nowhere', { assets: { visual: asset('nowhere.tif', makeTiff(plainImage)) } });
    await placing.item('unknown', { assets: { visual: asset('unknown.tif', inZone(5514, 0, 0, 1)) } });
    expect(await refused('nowhere')).toBe(
      'order_refused: the imagery of acquisition nowhere cannot be read: the image has no georeference',
    );
    expect(await refused('unknown')).toBe(
      'order_refused: the imagery of acquisition unknown cannot be read: the coordinate reference system EPSG:5514 is not known here',
    );
  });

  test('lies outside of the archive', async () => {
    const outside = join(placing.archive.dataFolder, 'outside.tif');
    writeFileSync(outside, quarters.bytes());
    await placing.item('outside', { assets: { visual: tiff(pathToFileURL(outside).href) } });
    expect(await refused('outside')).toBe(
      'order_refused: the imagery of acquisition outside cannot be read: it is not in the archive of this service',
    );
  });

  test('is on a private network', async () => {
    await placing.item('private', { assets: { visual: tiff('http://127.0.0.1:9/scene.tif') } });
    const reason = await refused('private');
    expect(reason).toMatch(/^order_refused: the imagery of acquisition private cannot be read/);
    expect(reason).not.toContain('127.0.0.1');
  });

  test('is none at all', async () => {
    await placing.item('bare', { assets: { note: { href: 'https://example.com/note.txt', type: 'text/plain' } } });
    expect(await refused('bare')).toBe('order_refused: acquisition bare has no imagery that can be delivered');
  });

  test('is of a product that is switched off is not looked at', async () => {
    const gone = tiff(pathToFileURL(join(placing.archive.folder, 'never-was.tif')).href);
    await placing.item('half', { assets: { visual: asset('half.tif', quarters.bytes()), ms: gone } });
    const settings = { ms_analytic: false };
    expect((await placing.place({ acquisitions: ['half'], bucket: 'deliveries', settings })).kind).toBe('placed');
    expect(await refused('half')).toMatch(/its file is gone$/);
    expect(await refused('half', { settings: { visual: false, ms_analytic: false } })).toBe(
      'order_refused: settings: none of the acquisitions has what is switched on: pan',
    );
  });
});

const file = (location: string, isUnsorted = false) => ({ location, acquisitionId: `of ${location}`, isUnsorted });

const failing = (location: string) => (['f3', 'f5'].includes(location) ? new PlatformError('not_found') : null);

describe('looking at source files', () => {
  const place = { crs: { epsg: 32633 }, pixelToWorld: [1, 0, 500_000, 0, -1, 5_000_000] };
  const info = { sampleType: 'uint8', bands: [{}, {}, {}], alphaBand: null, ...place };
  const image = { info, close: async () => undefined } as unknown as Awaited<ReturnType<ImageryReader['open']>>;

  function reader(fail: (location: string) => unknown = () => null) {
    const opened: string[] = [];
    let [open, most] = [0, 0];
    const imagery: ImageryReader = {
      async open(location) {
        opened.push(location);
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        open--;
        const error = fail(location);
        if (error !== null) throw error;
        return image;
      },
    };
    return { imagery, opened, mostAtOnce: () => most };
  }

  test('opens each once, eight at a time', async () => {
    const { imagery, opened, mostAtOnce } = reader();
    const files = Array.from({ length: 300 }, (_, i) => file(`f${i % 100}`));
    const seen = await lookAtImagery({ imagery, clock: movableClock() }, files);
    expect([opened.length, new Set(opened).size, mostAtOnce(), seen.warnings]).toEqual([100, 100, 8, []]);
  });

  test('tells of the first that fails, whichever failed first, and opens no more', async () => {
    const { imagery, opened } = reader(failing);
    const files = Array.from({ length: 300 }, (_, i) => file(`f${i}`));
    const looking = lookAtImagery({ imagery, clock: movableClock() }, files);
    await expect(looking).rejects.toThrow('the imagery of acquisition of f3 cannot be read: its file is gone');
    expect(opened.length).toBeLessThan(30);
  });

  test('a source that does not answer is to be asked again, without its name', async () => {
    const { imagery } = reader(() => new PlatformError('unavailable', 'http://10.0.0.1/x does not answer'));
    await expect(lookAtImagery({ imagery, clock: movableClock() }, [file('a')])).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the source of the imagery of acquisition of a does not answer',
      detail: { retryAfterSeconds: 5 },
    });
  });

  test('one that takes a connection and never answers is given up after 20 s, also where it must be known', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answered = { isClosed: false, now: (): void => undefined };
    const late = { ...image, close: async () => void (answered.isClosed = true) };
    const imagery: ImageryReader = {
      open: () => new Promise((resolve) => (answered.now = () => resolve(late))),
    };
    const outcomes = [false, true].map((isUnsorted) =>
      lookAtImagery({ imagery, clock: movableClock() }, [file('a', isUnsorted)]).catch((error: unknown) => error),
    );
    await vi.advanceTimersByTimeAsync(20_000);
    for (const outcome of outcomes)
      expect(await outcome).toMatchObject({
        kind: 'unavailable',
        message: 'the source of the imagery of acquisition of a does not answer',
      });
    answered.now();
    await vi.advanceTimersByTimeAsync(0);
    expect(answered.isClosed).toBe(true);
  });

  test('ends when nobody waits any more', async () => {
    const { imagery, opened } = reader();
    const files = Array.from({ length: 100 }, (_, i) => file(`f${i}`));
    const looking = lookAtImagery({ imagery, clock: movableClock() }, files, AbortSignal.abort());
    await expect(looking).rejects.toMatchObject({ kind: 'unavailable' });
    expect(opened).toEqual([]);
  });

  test('does not wait for ever, except for what must be known, and tells what it has left out', async () => {
    const clock = movableClock();
    const { imagery, opened } = reader(() => {
      clock.advance(5_000);
      return null;
    });
    const files = [
      ...Array.from({ length: 90 }, (_, i) => file(`f${i}`)),
      ...['x', 'y'].map((name) => file(name, true)),
    ];
    const { warnings, products } = await lookAtImagery({ imagery, clock }, files);
    expect(opened.slice(0, 2)).toEqual(['x', 'y']);
    expect([products.get('x'), opened.length < 30]).toEqual(['visual', true]);
    expect(warnings).toEqual([`${92 - opened.length} of 92 source files were not looked at in time`]);
  });
});
