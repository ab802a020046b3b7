import { describe, expect, test } from 'vitest';
import { createOpenImages } from '../../../server/src/adapters/pictures/open-images.ts';
import type { GroundPicture, OpenImage, Pictures } from '../../../server/src/imagery/ports.ts';
import { createBlockMemory, rememberBlocks } from '../../../server/src/imagery/render/remember-blocks.ts';
import { rememberPictures } from '../../../server/src/imagery/render/remember-pictures.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { ascii, makeTiff, plainImage } from '../support/make-image.ts';
import { openBytes } from '../support/open-bytes.ts';

const job = (key: string) => ({ key }) as GroundPicture;

const drawer = (length: (key: string) => number) => {
  const drawn: string[] = [];
  const pictures: Pictures = {
    ofGround: ({ key }) => (drawn.push(key), Promise.resolve(new Uint8Array(length(key)))),
    ofImage: () => Promise.reject(new Error('unused')),
  };
  return { drawn, pictures };
};

describe('remembered pictures', () => {
  test('keep within their bytes, the last used longest', async () => {
    const { drawn, pictures } = drawer(() => 40);
    const remembered = rememberPictures(pictures, 100);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await remembered.ofGround(job(key));
    expect(drawn).toEqual(['a', 'b', 'c', 'b']);
  });

  test('one that is larger than all room is drawn and not kept', async () => {
    const { drawn, pictures } = drawer(() => 101);
    const remembered = rememberPictures(pictures, 100);
    await remembered.ofGround(job('a'));
    await remembered.ofGround(job('a'));
    expect([drawn, remembered.known('a')]).toEqual([['a', 'a'], null]);
  });

  test('a failure is told to all who wait, and not remembered', async () => {
    let calls = 0;
    const ofGround = () => (++calls === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(new Uint8Array(1)));
    const remembered = rememberPictures({ ofGround, ofImage: ofGround }, 100);
    const both = await Promise.allSettled([remembered.ofGround(job('a')), remembered.ofGround(job('a'))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await remembered.ofGround(job('a'))).length).toBe(1);
    expect(calls).toBe(2);
  });

  test('who comes after the last one left begins anew', async () => {
    const signals: AbortSignal[] = [];
    const ofGround: Pictures['ofGround'] = (_, signal) => (signals.push(signal!), new Promise(() => {}));
    const remembered = rememberPictures({ ofGround, ofImage: ofGround as never }, 100);
    const leaver = new AbortController();
    const left = remembered.ofGround(job('a'), leaver.signal);
    leaver.abort();
    await expect(left).rejects.toThrow('aborted');
    void remembered.ofGround(job('a'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});

describe('remembered blocks', () => {
  test('give for any window what the image gives, and read no block twice', async () => {
    const random = createRandom(testSeed());
    for (const image of [
      { ...plainImage, width: 150, height: 90 },
      {
        ...plainImage,
        width: 150,
        height: 90,
        bits: 16,
        bands: 4,
        arrangement: 'planes',
        fields: { 42113: ascii('40') },
      },
      { ...plainImage, width: 70, height: 90, blocks: 8 },
    ] as const) {
      const plain = await openBytes(makeTiff(image));
      let reads = 0;
      const counted: OpenImage = { ...plain, readPixels: (...read) => ((reads += 1), plain.readPixels(...read)) };
      const remembered = rememberBlocks(counted, createBlockMemory(1 << 24), 'x');
      for (let round = 0; round < 60; round++) {
        const [column, row] = [random.below(image.width), random.below(image.height)];
        const window = {
          column,
          row,
          width: 1 + random.below(Math.min(40, image.width - column)),
          height: 1 + random.below(Math.min(40, image.height - row)),
        };
        const bands = random.chance(0.5) ? { bands: [2, 0] } : {};
        expect(await remembered.readPixels(0, window, bands)).toEqual(await plain.readPixels(0, window, bands));
      }
      expect(reads).toBeLessThanOrEqual(2 * Math.ceil(150 / 16) * Math.ceil(90 / 8));
    }
  });

  test('stay within their bytes, and large windows pass by', async () => {
    const plain = await openBytes(makeTiff({ ...plainImage, width: 160, height: 160 }));
    let reads = 0;
    const counted: OpenImage = { ...plain, readPixels: (...read) => ((reads += 1), plain.readPixels(...read)) };
    const remembered = rememberBlocks(counted, createBlockMemory(16 * 16 * 3 * 2), 'x');
    for (const column of [0, 16, 32, 0]) await remembered.readPixels(0, { column, row: 0, width: 16, height: 16 });
    expect(reads).toBe(4);
    await remembered.readPixels(0, { column: 0, row: 0, width: 160, height: 160 });
    expect(reads).toBe(5);
  });

  test('a window outside of the image is refused as before', async () => {
    const plain = await openBytes(makeTiff(plainImage));
    const remembered = rememberBlocks(plain, createBlockMemory(1 << 20), 'x');
    const outside = { column: 40, row: 0, width: 40, height: 1 };
    const [theirs, ours] = await Promise.allSettled([plain.readPixels(0, outside), remembered.readPixels(0, outside)]);
    expect(ours).toEqual(theirs);
    await expect(remembered.readPixels(7, outside)).rejects.toThrow('level');
  });
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

const archive = () => {
  const log: string[] = [];
  let nowMs = 0;
  const reader = {
    open: (location: string) => {
      log.push(`open ${location}`);
      if (location === 'bad') return Promise.reject(new Error('bad'));
      const close = () => (log.push(`close ${location}`), Promise.resolve());
      return Promise.resolve({ close } as unknown as OpenImage);
    },
  };
  const images = createOpenImages(reader, { most: 2, idleMs: 100, nowMs: () => nowMs, memory: createBlockMemory(1) });
  const use = (location: string, work: () => Promise<unknown> = () => Promise.resolve()) =>
    images.use({ location, bands: [] }, work);
  return { log, images, use, pass: (ms: number) => void (nowMs += ms) };
};

describe('open images', () => {
  test('stay open between uses, the oldest unused one goes first', async () => {
    const { log, use } = archive();
    for (const location of ['a', 'b', 'a', 'c']) await use(location);
    await soon();
    expect(log).toEqual(['open a', 'open b', 'open c', 'close b']);
  });

  test('one that is in use is not closed, but after it', async () => {
    const { log, use, images } = archive();
    const work = new EventTarget();
    const using = use('a', () => new Promise<unknown>((resolve) => work.addEventListener('end', resolve)));
    await use('b');
    await images.close();
    await soon();
    expect(log).toEqual(['open a', 'open b', 'close b']);
    work.dispatchEvent(new Event('end'));
    await using;
    await soon();
    expect(log.at(-1)).toBe('close a');
  });

  test('are closed when nobody used them for a while', async () => {
    const { log, use, images, pass } = archive();
    await use('a');
    pass(99);
    images.closeIdle();
    pass(1);
    expect(log).toEqual(['open a']);
    images.closeIdle();
    await soon();
    expect(log).toEqual(['open a', 'close a']);
  });

  test('one that cannot be opened is tried again; one that changed is opened again, once', async () => {
    const { log, use } = archive();
    await expect(use('bad')).rejects.toThrow('bad');
    await expect(use('bad')).rejects.toThrow('bad');
    expect(log).toEqual(['open bad', 'open bad']);
    let calls = 0;
    await expect(
      use('a', () => ((calls += 1), Promise.reject(new PlatformError('conflict', 'changed')))),
    ).rejects.toThrow('changed');
    await soon();
    expect([calls, log.slice(2)]).toEqual([2, ['open a', 'close a', 'open a', 'close a']]);
  });
});
