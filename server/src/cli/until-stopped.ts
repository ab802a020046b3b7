type StopListener = { readonly signal: Promise<NodeJS.Signals>; forget(): void };

/** npm sends on what the terminal has sent to everybody already: what comes so soon is the same signal once more. */
const sameWithinMs = 1_000;

/** From here on a stop is a clean one: the first signal resolves, another one later ends the process as ever. */
export function listenForStop(): StopListener {
  const signals = ['SIGTERM', 'SIGINT'] as const;
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
