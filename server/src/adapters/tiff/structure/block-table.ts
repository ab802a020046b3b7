import { refuseCorrupt } from '../../../imagery/refuse.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { Field } from './directory.ts';
import { readValue, sizeOfType } from './field-types.ts';

/** Entries of an index of blocks, read in runs when first asked for. */
export type BlockTable = { at(index: number): Promise<number> };

// 32 KiB of 8-byte entries: half a page of the file.
const runLength = 4096;
// 16 MiB of numbers for the largest index.
const maxRuns = 512;

export function createBlockTable(file: FileBytes, field: Field, isLittle: boolean): BlockTable {
  const size = sizeOfType(field.type)!;
  const runs = new Map<number, Float64Array>();

  const readRun = async (run: number): Promise<Float64Array> => {
    const first = run * runLength;
    const count = Math.min(runLength, field.count - first);
    const bytes = await file.readStructure(field.offset + first * size, count * size, 'the index of blocks');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Float64Array.from({ length: count }, (_, index) => readValue(view, index * size, field.type, isLittle));
  };

  const at = async (index: number): Promise<number> => {
    const run = Math.floor(index / runLength);
    const known = runs.get(run) ?? (await readRun(run));
    if (runs.size >= maxRuns) runs.clear();
    runs.set(run, known);
    const value = known[index - run * runLength];
    if (value === undefined || !Number.isInteger(value) || value < 0) throw refuseCorrupt('the index of blocks');
    return value;
  };

  return { at };
}
