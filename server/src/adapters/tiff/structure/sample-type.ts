import type { SampleType } from '../../../imagery/image.ts';
import { bytesPerSample } from '../../../imagery/pixels.ts';
import { refuseFormat } from '../../../imagery/refuse.ts';
import type { Directory } from './directory.ts';
import { sampleFormatName } from './format-names.ts';
import { tag } from './tags.ts';
import { numbersOf } from './values.ts';

const unsigned = 1;
const untold = 4;

/** TIFF's sample formats: 1 unsigned, 2 signed, 3 floating point. */
export const sampleFormats: Readonly<Record<SampleType, number>> = {
  uint8: unsigned,
  uint16: unsigned,
  uint32: unsigned,
  int16: 2,
  int32: 2,
  float32: 3,
};
const types = Object.keys(sampleFormats) as SampleType[];

/** What the samples of a directory are; what is not told is unsigned. */
export function formatOf(directory: Directory): number {
  const all = (numbersOf(directory, tag.sampleFormat) ?? [unsigned]).map((each) => (each === untold ? unsigned : each));
  const format = all[0] ?? unsigned;
  if (all.some((each) => each !== format)) throw refuseFormat('bands of different sample formats are');
  return format;
}

export function readSampleType(directory: Directory, bits: number): SampleType {
  const format = formatOf(directory);
  const type = types.find((each) => sampleFormats[each] === format && 8 * bytesPerSample(each) === bits);
  if (type !== undefined) return type;
  throw refuseFormat(`${format === unsigned ? '' : `${sampleFormatName(format)} `}samples of ${bits} bits are`);
}
