/** What those need of an AbortSignal who stop when nobody waits for them any more. */
export type StopSignal = {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/**
 * Fires once. An AbortController costs ten times as much, which every search would pay, and an object with getters of
 * its own is of another shape each time, for which nothing is compiled.
 */
export class Stop implements StopSignal {
  readonly #listeners = new Set<() => void>();
  #reason: Error | undefined = undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  stop(): void {
    this.#reason ??= new DOMException('nobody waits any more', 'AbortError');
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
