import type { Connection } from '../../driver.ts';
import { cacheForIndex } from './cache-for-index.ts';
import { checkDeclared } from '../../../../catalog/plan/slots.ts';
import { declareProperties } from './declare-properties.ts';
import { indexLater } from './index-later.ts';
import { settleTexts } from './settle-texts.ts';
import { settleFacts } from './settle-facts.ts';
import { readState, writeState } from '../file/state.ts';
import { createStatements } from '../file/statements.ts';
import { type WriterMemory, createWriterMemory } from '../write/writer-memory.ts';

/** Brings the store to what this process was told, before its first verb. */
export function settleAtStart(
  connection: Connection,
  declared: readonly string[],
  summarised: readonly string[] | null = null,
): void {
  checkDeclared(declared);
  const prepare = createStatements(connection);
  finishLoad(connection, createWriterMemory(prepare));
  inTransaction(connection, () => {
    const memory = createWriterMemory(prepare);
    settleTexts(prepare);
    declareProperties({ prepare, memory }, declared);
    settleFacts(prepare, summarised, declared);
  });
}

/** A load that skipped the index for speed is completed here, by itself or, where it was killed, by the next start. */
export function finishLoad(connection: Connection, { declared }: Pick<WriterMemory, 'declared'>): void {
  const prepare = createStatements(connection);
  if (readState(prepare, 'unindexed') === null) return;
  const giveBack = cacheForIndex(connection);
  try {
    while (readState(prepare, 'unindexed') !== null)
      inTransaction(connection, () => {
        // Looked at again: another process that started too may have been faster.
        const first = readState(prepare, 'unindexed');
        if (first === null) return;
        const next = indexLater(prepare, Number(first), declared());
        writeState(prepare, 'unindexed', next === null ? null : String(next));
      });
  } finally {
    giveBack();
  }
}

export function inTransaction(connection: Connection, work: () => void): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    work();
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
