import { setImmediate as pause } from 'node:timers/promises';

/** Few enough that nobody notices the wait. */
const atOnce = 500;

/** Maps a long list a part at a time: others have their turn in between. */
export async function mapInTurns<From, To>(list: readonly From[], map: (one: From) => To): Promise<readonly To[]> {
  const mapped: To[] = [];
  for (let at = 0; at < list.length; at += atOnce) {
    if (at > 0) await pause();
    for (const one of list.slice(at, at + atOnce)) mapped.push(map(one));
  }
  return mapped;
}
