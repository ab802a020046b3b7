import type { Connection } from '../../driver.ts';

/**
 * While a million items are indexed at once their copies are looked up all over: they should stay in memory, and must be
 * able to leave it. Pages of the file itself are written in order and not read again. Gives back what was there before.
 */
export function cacheForIndex(connection: Connection): () => void {
  const read = (name: string): number =>
    Object.values(connection.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[0]!;
  const [temporaries, cacheSize] = [read('temp_store'), read('main.cache_size')];
  connection.exec('PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -262144; PRAGMA main.cache_size = -32768');
  return () => connection.exec(`PRAGMA main.cache_size = ${cacheSize}; PRAGMA temp_store = ${temporaries}`);
}
