import type { Condition } from '../query/compile-query.ts';

/** How often a condition was asked, how often there was a value, and how often it held. */
export type Count = { asked: number; present: number; held: number };

/** What became of the items and tiles that were looked at: where nothing is left, it tells why. */
export type Tally = {
  items: number;
  withoutTime: number;
  ofOtherAge: number;
  readonly foundIds: Set<string>;
  readonly conditions: ReadonlyMap<Condition, Count>;
};

export const newTally = (conditions: readonly Condition[]): Tally => ({
  items: 0,
  withoutTime: 0,
  ofOtherAge: 0,
  foundIds: new Set(),
  conditions: new Map(conditions.map((condition) => [condition, { asked: 0, present: 0, held: 0 }])),
});

/** Whether all hold; each is asked, so that the counts say what a condition does alone. */
export function holdAll(conditions: readonly Condition[], tally: Tally, valueOf: (field: string) => unknown): boolean {
  let isHolding = true;
  for (const condition of conditions) {
    const value = valueOf(condition.field);
    const isHeld = condition.holds(value) === true;
    const count = tally.conditions.get(condition)!;
    count.asked++;
    if (value !== undefined && value !== null) count.present++;
    if (isHeld) count.held++;
    isHolding &&= isHeld;
  }
  return isHolding;
}
