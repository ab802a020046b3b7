import { slotCount } from '../../../../catalog/plan/slots.ts';
import { indexVersion } from '../../../../catalog/plan/streams.ts';
import type { Desk } from '../write/desk.ts';
import { settleRollups } from './settle-rollups.ts';
import { readState, writeState } from '../file/state.ts';

type Needs = Pick<Desk, 'prepare' | 'memory'>;

/** Makes the table say what was asked for: the indexing of items and the removal of old values follow in chunks. */
export function declareProperties(needs: Needs, names: readonly string[]): void {
  const { prepare, memory } = needs;
  const wanted = new Set(names);
  const dropped = memory.declared().filter(({ name }) => !wanted.has(name));
  for (const { slot } of dropped) prepare('DELETE FROM declared WHERE slot = ?').run(slot);
  if (dropped.length > 0) writeClearing(needs, [...clearingSlots(needs), ...dropped.map(({ slot }) => slot)]);
  memory.forgetDeclared();
  for (const name of wanted) if (memory.declared().every((known) => known.name !== name)) giveSlot(needs, name);
  if (Number(readState(prepare, 'index_version')) !== indexVersion) startReindexing(needs);
  settleRollups(needs);
}

/** Where every slot is taken or still being cleared, the name gets one later. */
function giveSlot(needs: Needs, name: string): void {
  const { prepare, memory } = needs;
  const taken = new Set([...memory.declared().map(({ slot }) => slot), ...clearingSlots(needs)]);
  const slot = Array.from({ length: slotCount }, (_, i) => i).find((each) => !taken.has(each));
  if (slot === undefined) return;
  const isReady = hasNoItems(needs);
  prepare('INSERT INTO declared (slot, name, is_ready) VALUES (?, ?, ?)').run(slot, name, Number(isReady));
  memory.forgetDeclared();
  if (!isReady) startReindexing(needs);
}

/** A running pass starts over: what it has done is quick to find right. */
function startReindexing(needs: Needs): void {
  if (hasNoItems(needs)) writeState(needs.prepare, 'index_version', String(indexVersion));
  else writeState(needs.prepare, 'reindex', '0');
}

const hasNoItems = ({ prepare }: Needs): boolean => prepare('SELECT 1 FROM items LIMIT 1').get() === undefined;

export const clearingSlots = ({ prepare }: Pick<Needs, 'prepare'>): readonly number[] =>
  JSON.parse(readState(prepare, 'clearing') ?? '[]') as number[];

export const writeClearing = ({ prepare }: Pick<Needs, 'prepare'>, slots: readonly number[]): void =>
  writeState(prepare, 'clearing', slots.length === 0 ? null : JSON.stringify(slots));
