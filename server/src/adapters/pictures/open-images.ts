import type { ImageryReader, PictureSource } from '../../imagery/ports.ts';
import type { OpenedSource, UseSource } from '../../imagery/render/draw-ground.ts';
import { PlatformError } from '../../shared/errors.ts';

type Held = { readonly opened: Promise<OpenedSource>; users: number; usedAtMs: number; isDropped: boolean };

export type OpenImages = { readonly use: UseSource; closeIdle(): void; close(): Promise<void> };

export type OpenImagesOptions = {
  readonly most: number;
  readonly idleMs: number;
  readonly nowMs: () => number;
};

/** Keeps images open between pictures: the last ones, and not for long. */
export function createOpenImages(reader: ImageryReader, { most, idleMs, nowMs }: OpenImagesOptions): OpenImages {
  const held = new Map<string, Held>();

  const open = async (location: string): Promise<OpenedSource> => ({
    image: await reader.open(location),
    ranges: new Map(),
  });

  function take(location: string): Held {
    const present = held.get(location);
    const one = present ?? { opened: open(location), users: 0, usedAtMs: 0, isDropped: false };
    held.delete(location);
    held.set(location, one);
    one.users += 1;
    one.usedAtMs = nowMs();
    if (present === undefined) {
      one.opened.catch(() => drop(location, one));
      for (const [oldest, each] of held) {
        if (held.size <= most) break;
        if (each.users === 0) drop(oldest, each);
      }
    }
    return one;
  }

  function drop(location: string, one: Held): void {
    if (held.get(location) === one) held.delete(location);
    one.isDropped = true;
    if (one.users === 0) shut(one);
  }

  function release(one: Held): void {
    one.users -= 1;
    if (one.isDropped && one.users === 0) shut(one);
  }

  async function once<T>(location: string, work: (opened: OpenedSource) => Promise<T>): Promise<T> {
    const one = take(location);
    try {
      return await work(await one.opened);
    } catch (error) {
      if (isChanged(error)) drop(location, one);
      throw error;
    } finally {
      release(one);
    }
  }

  const use: UseSource = async ({ location }: PictureSource, work) => {
    try {
      return await once(location, work);
    } catch (error) {
      // The file was replaced since it was opened: the new one is as good.
      if (isChanged(error)) return once(location, work);
      throw error;
    }
  };

  return {
    use,
    closeIdle() {
      for (const [location, one] of held) if (one.users === 0 && nowMs() - one.usedAtMs >= idleMs) drop(location, one);
    },
    async close() {
      const all = [...held.values()];
      for (const [location, one] of held) drop(location, one);
      await Promise.allSettled(all.map(({ opened }) => opened));
    },
  };
}

const shut = ({ opened }: Held): void => void opened.then(({ image }) => image.close()).catch(() => {});

const isChanged = (error: unknown): boolean => error instanceof PlatformError && error.kind === 'conflict';
