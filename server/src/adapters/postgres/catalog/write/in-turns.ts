import { setImmediate as turn } from 'node:timers/promises';

/** Some milliseconds of reading. */
const atOnce = 50;

/** Each of them, with a turn for others after so many: this thread answers requests too. */
export async function* inTurns<T>(all: Iterable<T>): AsyncGenerator<T> {
  let given = 0;
  for (const one of all) {
    yield one;
    given += 1;
    if (given % atOnce === 0) await turn();
  }
}
