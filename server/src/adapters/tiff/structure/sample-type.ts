import type { SampleType } from '../../../imagery/image.ts';
import { refuseFormat } from '../../../imagery/refuse.ts';
import type { Directory } from './directory.ts';
import { sampleFormatName } from './format-names.ts';
import { tag } from './tags.ts';
import { numbersOf } from './values.ts';

const unsigned = 1;
const untold = 4;

/** TIFF's sample formats by bits: 1 unsigned, 2 signed, 3 floating point. */
const types: Readonly<Record<number, Readonly<Record<number, SampleType>>>> = {
  8: { 1: 'uint8' },
  16: { 1: 'uint16', 2: 'int16' },
  32: { 1: 'uint32', 2: 'int32', 3: 'float32' },
};

/** What the samples of a directory are; what is not told is unsigned. */
export function formatOf(directory: Directory): number {
  const all = (numbersOf(directory, tag.sampleFormat) ?? [unsigned]).map((each) => (each === untold ? unsigned : each));
  const format = all[0] ?? unsigned;
  if (all.some((each) => each !== format)) throw refuseFormat('bands of different sample formats are');
  return format;
}

export function readSampleType(directory: Directory, bits: number): SampleType {
  const format = formatOf(directory);
  const type = types[bits]?.[format];
  if (type !== undefined) return type;
  throw refuseFormat(`${format === unsigned ? '' : `${sampleFormatName(format)} `}samples of ${bits} bits are`);
}
