type StopListener = { readonly signal: Promise<NodeJS.Signals>; forget(): void };

/** From here on a stop is a clean one: the first signal resolves, a second one ends the process as ever. */
export function listenForStop(): StopListener {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  let stop!: (signal: NodeJS.Signals) => void;
  const signal = new Promise<NodeJS.Signals>((resolve) => (stop = resolve));
  for (const each of signals) process.once(each, stop);
  return { signal, forget: () => signals.forEach((each) => process.off(each, stop)) };
}
