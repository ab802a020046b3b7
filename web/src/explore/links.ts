import type { Box } from '../map/geometry-box.ts';
import type { ItemKey } from './item-key.ts';
import { type Signal, createSignal } from './signal.ts';

/** What list and map tell each other. */
export type Links = {
  /** What the pointer or the focus is on, and where it was pointed at. */
  readonly hovered: Signal<{ readonly key: ItemKey | null; readonly on: 'list' | 'map' }>;
  /** Where the map should look next. */
  readonly aim: Signal<Box | null>;
};

export const createLinks = (): Links => ({
  hovered: createSignal<{ readonly key: ItemKey | null; readonly on: 'list' | 'map' }>({ key: null, on: 'list' }),
  aim: createSignal<Box | null>(null),
});
