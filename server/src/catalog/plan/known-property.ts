import type { DeclaredProperty } from './slots.ts';

/** A property that every row knows: by name, or by the number of its slot. */
export type KnownProperty = 'id' | 'collection' | 'datetime' | number;

/** The slots that can be asked, by the property's name. */
export type ReadySlots = ReadonlyMap<string, number>;

export const readySlots = (declared: readonly DeclaredProperty[]): ReadySlots =>
  new Map(declared.filter(({ isReady }) => isReady).map(({ name, slot }) => [name, slot]));

const below = 'properties.';

export function knownProperty(name: string, slots: ReadySlots): KnownProperty | null {
  if (name === 'id' || name === 'collection' || name === 'datetime') return name;
  const slot = slots.get(name);
  if (slot !== undefined) return slot;
  // A document with a member that is itself called `properties.x` would mean that one; none is expected to have it.
  return name.startsWith(below) ? knownProperty(name.slice(below.length), slots) : null;
}
