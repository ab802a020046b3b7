import { createHeldBytes } from '../../shared/held-bytes.ts';
import type { Pictures } from '../ports.ts';

type Draw = (signal: AbortSignal) => Promise<Uint8Array>;
/** A picture that is being drawn, for as long as anybody waits for it. */
type Drawing = { readonly picture: Promise<Uint8Array>; readonly stop: AbortController; waiting: number };

export type RememberedPictures = Pictures & {
  /** The picture, where it is at hand. */
  known(key: string): Uint8Array | null;
};

/** Draws what is asked for at the same time once, and keeps the last pictures up to a number of bytes. */
export function rememberPictures(pictures: Pictures, mostBytes: number): RememberedPictures {
  const kept = createHeldBytes<Uint8Array>(mostBytes);
  const drawings = new Map<string, Drawing>();
  const known = (key: string): Uint8Array | null => kept.get(key) ?? null;

  function begin(key: string, draw: Draw): Drawing {
    const stop = new AbortController();
    const picture = draw(stop.signal);
    const drawing = { picture, stop, waiting: 0 };
    drawings.set(key, drawing);
    const forget = () => {
      if (drawings.get(key) === drawing) drawings.delete(key);
    };
    picture.then((drawn) => (forget(), kept.put(key, drawn)), forget);
    return drawing;
  }

  async function remembered(key: string, draw: Draw, signal?: AbortSignal): Promise<Uint8Array> {
    const picture = known(key);
    if (picture !== null) return picture;
    signal?.throwIfAborted();
    const drawing = drawings.get(key) ?? begin(key, draw);
    drawing.waiting += 1;
    const leave = () => {
      drawing.waiting -= 1;
      if (drawing.waiting > 0) return;
      // Whoever comes now begins anew: this one is being stopped.
      if (drawings.get(key) === drawing) drawings.delete(key);
      drawing.stop.abort();
    };
    return signal === undefined ? drawing.picture : orGone(drawing.picture, signal, leave);
  }

  return {
    known,
    ofGround: (job, signal) => remembered(job.key, (stop) => pictures.ofGround(job, stop), signal),
    ofImage: (job, signal) => remembered(job.key, (stop) => pictures.ofImage(job, stop), signal),
  };
}

function orGone<T>(result: Promise<T>, signal: AbortSignal, leave: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => {
      leave();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', gone, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', gone));
  });
}
