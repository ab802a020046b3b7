type StopListener = { readonly signal: Promise<NodeJS.Signals>; forget(): void };

/** npm sends on what the terminal has sent to everybody already: what comes so soon is the same signal once more. */
const sameWithinMs = 1_000;

const stopSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];

/** From here on a stop is a clean one: the first signal resolves, another one later ends the process as ever. */
export function listenForStop(signals = stopSignals): StopListener {
  let stop!: (signal: NodeJS.Signals) => void;
  const signal = new Promise<NodeJS.Signals>((resolve) => (stop = resolve));
  const forget = () => signals.forEach((each) => process.off(each, heard));
  function heard(given: NodeJS.Signals): void {
    stop(given);
    setTimeout(forget, sameWithinMs).unref();
  }
  for (const each of signals) process.on(each, heard);
  return { signal, forget };
}

const ignore = () => {};

/**
 * For what runs until it is told to stop. A terminal that is closed says so by SIGHUP; where there is none, it is how
 * others are told to read their files again, and must not end what has none.
 */
export function listenForLastStop(hasTerminal: boolean): StopListener {
  if (hasTerminal) return listenForStop([...stopSignals, 'SIGHUP']);
  process.on('SIGHUP', ignore);
  const { signal, forget } = listenForStop();
  return {
    signal,
    forget() {
      forget();
      process.off('SIGHUP', ignore);
    },
  };
}
