import { readFileSync } from 'node:fs';
import { writeWhole } from '../node/write-whole.ts';

/** How far the demo archive is. What an operator deletes later is not made again. */
export type ArchiveState = {
  /** `beginning`: its collections may be there or not. `making`: they were. `finished`: nothing is left to do. */
  readonly phase: 'beginning' | 'making' | 'finished';
  /** Scenes that the catalogue has, or had. */
  readonly scenes: readonly string[];
};

/** Beside the folder: whoever deletes the files does not get them back either. */
const fileOf = (demoFolder: string): string => `${demoFolder}.json`;

/** Null where it was never begun. */
export function readState(demoFolder: string): ArchiveState | null {
  let text: string;
  try {
    text = readFileSync(fileOf(demoFolder), 'utf8');
  } catch {
    return null;
  }
  try {
    return JSON.parse(text) as ArchiveState;
  } catch {
    // Somebody's hand: better no demo than one that comes back.
    return { phase: 'finished', scenes: [] };
  }
}

export async function writeState(demoFolder: string, state: ArchiveState): Promise<void> {
  await writeWhole(fileOf(demoFolder), (sink) => sink.write(Buffer.from(JSON.stringify(state))));
}
