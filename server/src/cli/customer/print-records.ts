import type { Terminal } from '../command.ts';
import { printFacts, printJson, printTable } from '../print.ts';

type Facts = Readonly<Record<string, string | undefined>>;

/** Facts for a person, a line of JSON for a pipe, a document for `--json`. */
export function printRecord(terminal: Terminal, record: unknown, facts: Facts, isJson: boolean | undefined): void {
  if (isJson) printJson(terminal, record);
  else if (terminal.isSeen.out) printFacts(terminal, facts);
  else terminal.out(JSON.stringify(record));
}

/** The same of what several arguments name: an array, where one document is asked for. */
export function printEach<T>(
  terminal: Terminal,
  records: readonly T[],
  factsOf: (record: T) => Facts,
  isJson: boolean | undefined,
): void {
  if (isJson && records.length > 1) printJson(terminal, records);
  else for (const record of records) printRecord(terminal, record, factsOf(record), isJson);
}

/** A table for a person, a line of JSON each for a pipe, an array for `--json`. */
export function printRecords<T>(
  terminal: Terminal,
  records: readonly T[],
  row: (record: T) => Readonly<Record<string, string>>,
  isJson: boolean | undefined,
): void {
  if (isJson) printJson(terminal, records);
  else if (terminal.isSeen.out) printTable(terminal, records.map(row));
  else for (const record of records) terminal.out(JSON.stringify(record));
}
