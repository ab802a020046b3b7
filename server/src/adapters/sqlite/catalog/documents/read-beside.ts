import type { Arrival } from '../../../../catalog/ports.ts';
import { placesOfChance } from '../../../sql/places-of-chance.ts';
import { connect } from '../../driver.ts';
import { explain } from '../../sqlite-sql.ts';
import { readArrivals, readLastArrival } from './read-arrivals.ts';
import { createStatements } from '../file/statements.ts';

const readAtOnce = 500;

/** The documents of all collections, as they are shown. */
export function* readCollectionsBeside(file: string): Generator<Uint8Array> {
  const connection = connect(file, { readOnly: true });
  try {
    const rows = connection.prepare('SELECT document FROM collections ORDER BY id').iterate();
    for (const { document } of rows as Iterable<{ document: Uint8Array }>) yield document;
  } catch (error) {
    throw explain(error);
  } finally {
    connection.close();
  }
}

/** Items of a file in the order in which they came, beside whoever writes; all, or so many from places of chance. */
export function* readItemsBeside(
  file: string,
  sample: number | null,
  random: () => number = Math.random,
): Generator<Arrival> {
  const connection = connect(file, { readOnly: true });
  try {
    const prepare = createStatements(connection);
    if (sample === null) {
      for (let after = 0; ;) {
        const { found, last } = readArrivals(prepare, [after, readAtOnce, 'all']);
        yield* found;
        if (last === after) return;
        after = last;
      }
    }
    const { last } = readLastArrival(prepare);
    for (const after of placesOfChance(sample, last, random)) yield* readArrivals(prepare, [after, 1, 'all']).found;
  } catch (error) {
    throw explain(error);
  } finally {
    connection.close();
  }
}
