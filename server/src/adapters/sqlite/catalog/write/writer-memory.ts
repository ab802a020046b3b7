import { type DeclaredProperty, type SlotValue, slotReader } from '../../../../catalog/plan/slots.ts';
import { isTextBoundAsItIs } from '../../../../catalog/plan/bound-value.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { type ArrivalNumbers, createArrivalNumbers } from './arrival-numbers.ts';
import { type FreshLimits, type FreshRows, createFreshRows, noFreshRows } from './fresh-rows.ts';
import { type RememberedFacts, createRememberedFacts } from '../collections/collection-facts.ts';
import { type RememberedStatistics, createRememberedStatistics } from '../collections/remembered-statistics.ts';
import { type Rollups, createRollups } from '../rollups/rollups.ts';
import type { Prepare } from '../file/statements.ts';

/** What the writer need not read again, for as long as no other process writes. */
export type WriterMemory = {
  readonly statistics: RememberedStatistics;
  readonly facts: RememberedFacts;
  readonly arrivals: ArrivalNumbers;
  readonly rollups: Rollups;
  readonly fresh: FreshRows;
  /** Null where there is no such collection. */
  collectionNumber(id: string): number | null;
  readSlots(document: JsonObject): readonly SlotValue[];
  declared(): readonly DeclaredProperty[];
  forgetCollection(id: string): void;
  forgetDeclared(): void;
  forget(): void;
};

type Slots = {
  readonly declared: readonly DeclaredProperty[];
  readonly read: (document: JsonObject) => readonly SlotValue[];
};

export function createWriterMemory(prepare: Prepare, freshLimits: FreshLimits = noFreshRows): WriterMemory {
  const numbers = new Map<string, number>();
  const statistics = createRememberedStatistics(prepare);
  const facts = createRememberedFacts(prepare, statistics);
  const arrivals = createArrivalNumbers(prepare);
  const rollups = createRollups(prepare);
  const fresh = createFreshRows(prepare, freshLimits);
  let slots: Slots | null = null;

  function currentSlots(): Slots {
    if (slots !== null) return slots;
    const rows = prepare('SELECT slot, name, is_ready FROM declared ORDER BY slot').all() as [number, string, number][];
    const declared = rows.map(([slot, name, isReady]) => ({ slot, name, isReady: isReady === 1 }));
    return (slots = { declared, read: slotReader(declared) });
  }

  function collectionNumber(id: string): number | null {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    if (!isTextBoundAsItIs(id)) return null;
    const row = prepare('SELECT number FROM collections WHERE id = ?').get(id) as [number] | undefined;
    if (row === undefined) return null;
    numbers.set(id, row[0]);
    return row[0];
  }

  return {
    statistics,
    facts,
    arrivals,
    rollups,
    fresh,
    collectionNumber,
    readSlots: (document) => currentSlots().read(document),
    declared: () => currentSlots().declared,
    forgetCollection: (id) => void numbers.delete(id),
    forgetDeclared: () => void (slots = null),
    forget() {
      numbers.clear();
      statistics.forget();
      facts.forget();
      arrivals.forget();
      rollups.forget();
      fresh.forget();
      slots = null;
    },
  };
}
