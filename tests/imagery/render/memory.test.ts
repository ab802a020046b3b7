import { describe, expect, test } from 'vitest';
import { createOpenImages } from '../../../server/src/adapters/pictures/open-images.ts';
import type { GroundPicture, OpenImage, Pictures } from '../../../server/src/imagery/ports.ts';
import { rememberPictures } from '../../../server/src/imagery/render/remember-pictures.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';

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
  const images = createOpenImages(reader, { most: 2, idleMs: 100, nowMs: () => nowMs });
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
