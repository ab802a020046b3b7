/** What those need of an AbortSignal who stop when nobody waits for them any more. */
export type StopSignal = {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** One that fires once. An AbortController costs ten times as much, which every search would pay. */
export function createStop(): { readonly signal: StopSignal; stop(): void } {
  const listeners = new Set<() => void>();
  let reason: Error | undefined;
  return {
    signal: {
      get aborted() {
        return reason !== undefined;
      },
      get reason() {
        return reason;
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    stop() {
      reason ??= new DOMException('nobody waits any more', 'AbortError');
      for (const listener of listeners) listener();
      listeners.clear();
    },
  };
}
