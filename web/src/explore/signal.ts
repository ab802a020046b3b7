import { useSyncExternalStore } from 'react';

/** A value that changes too often to go through the address, such as what the pointer is over. */
export type Signal<T> = {
  get(): T;
  set(value: T): void;
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void;
};

export function createSignal<T>(first: T): Signal<T> {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Draws anew only when what is read from the value changes. */
export const useSignal = <T, R>(signal: Signal<T>, read: (value: T) => R): R =>
  useSyncExternalStore(signal.subscribe, () => read(signal.get()));
