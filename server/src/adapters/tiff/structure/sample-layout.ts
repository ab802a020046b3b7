import type { Encoding, SampleType } from '../../../imagery/image.ts';
import { refuseCorrupt, refuseFormat } from '../../../imagery/refuse.ts';
import type { Directory } from './directory.ts';
import { compressionName, compressions, photometricName } from './format-names.ts';
import { readSampleType } from './sample-type.ts';
import { tag } from './tags.ts';
import { bytesOf, numberOf, numbersOf } from './values.ts';

/** How one directory stores its samples; 1 bit is for masks alone. */
export type SampleLayout = {
  readonly samplesPerPixel: number;
  readonly bitsPerSample: Encoding['bitsPerSample'];
  readonly sampleType: SampleType;
  readonly encoding: Encoding;
};

const maxBands = 64;

/** Refuses, by name, every way of storing samples that is not read here. */
export function readSampleLayout(directory: Directory, use: 'pixels' | 'mask'): SampleLayout {
  const samplesPerPixel = numberOf(directory, tag.samplesPerPixel, 1);
  if (samplesPerPixel < 1) throw refuseCorrupt('it has no bands');
  if (samplesPerPixel > maxBands) throw refuseFormat(`more than ${maxBands} bands are`);
  if (use === 'mask' && samplesPerPixel > 1) throw refuseFormat('a mask of several bands is');
  const bitsPerSample = readBits(directory);
  const sampleType = use === 'mask' ? maskType(bitsPerSample) : readSampleType(directory, bitsPerSample);
  if (numberOf(directory, tag.fillOrder, 1) !== 1) throw refuseFormat('reversed bit order (FillOrder 2) is');
  const encoding = readEncoding(directory, { use, samplesPerPixel, bitsPerSample, sampleType });
  return { samplesPerPixel, bitsPerSample, sampleType, encoding };
}

function readBits(directory: Directory): Encoding['bitsPerSample'] {
  const all = numbersOf(directory, tag.bitsPerSample) ?? [1];
  const bits = all[0] ?? 1;
  if (all.some((each) => each !== bits)) throw refuseFormat(`bands of different depths (${all.join(', ')} bits) are`);
  return bits as Encoding['bitsPerSample'];
}

function maskType(bits: number): SampleType {
  if (bits === 1 || bits === 8) return 'uint8';
  throw refuseFormat(`masks of ${bits} bits are`);
}

type Basics = {
  readonly use: 'pixels' | 'mask';
  readonly samplesPerPixel: number;
  readonly bitsPerSample: Encoding['bitsPerSample'];
  readonly sampleType: SampleType;
};

function readEncoding(directory: Directory, basics: Basics): Encoding {
  const code = numberOf(directory, tag.compression, 1);
  const compression = compressions[code];
  if (compression === undefined) throw refuseFormat(`${compressionName(code)} compression is`);
  const arrangement = readArrangement(directory, basics.samplesPerPixel);
  const photometric = readPhotometric(directory, compression === 'jpeg', basics);
  if (compression === 'jpeg') refuseOddJpeg(basics, arrangement, photometric);
  const tables = compression === 'jpeg' ? bytesOf(directory, tag.jpegTables) : null;
  const [across = 2, down = 2] = numbersOf(directory, tag.yCbCrSubsampling) ?? [];
  return {
    compression,
    predictor: readPredictor(directory, compression === 'none' || compression === 'jpeg', basics),
    bitsPerSample: basics.bitsPerSample,
    photometric,
    arrangement,
    byteOrder: directory.isLittle ? 'little' : 'big',
    jpegTables: tables === null ? null : new Uint8Array(tables),
    chromaSubsampling: photometric === 'ycbcr' ? [across, down] : [1, 1],
  };
}

function readArrangement(directory: Directory, samplesPerPixel: number): 'pixels' | 'planes' {
  const code = numberOf(directory, tag.planarConfiguration, 1);
  if (code !== 1 && code !== 2) throw refuseCorrupt(`planar configuration ${code}`);
  return code === 2 && samplesPerPixel > 1 ? 'planes' : 'pixels';
}

function readPhotometric(directory: Directory, isJpeg: boolean, { use, samplesPerPixel }: Basics) {
  const code = numberOf(directory, tag.photometric, 1);
  if (use === 'mask') return 'mask';
  if (code === 1) return 'grey';
  if (code === 2 && samplesPerPixel >= 3) return 'rgb';
  if (code === 6 && isJpeg && samplesPerPixel === 3) return 'ycbcr';
  throw refuseFormat(`photometric interpretation ${photometricName(code)} with ${samplesPerPixel} bands is`);
}

function refuseOddJpeg({ bitsPerSample, samplesPerPixel }: Basics, arrangement: string, photometric: string): void {
  if (bitsPerSample !== 8) throw refuseFormat(`JPEG of ${bitsPerSample} bits is`);
  if (arrangement === 'planes' && photometric === 'ycbcr') throw refuseFormat('YCbCr in separate planes is');
  if (arrangement === 'pixels' && samplesPerPixel > 4) throw refuseFormat('JPEG of more than 4 bands is');
}

/** libtiff applies a predictor to DEFLATE, LZW and ZSTD alone. */
function readPredictor(directory: Directory, isWithout: boolean, { bitsPerSample, sampleType }: Basics): 1 | 2 | 3 {
  const code = isWithout || bitsPerSample === 1 ? 1 : numberOf(directory, tag.predictor, 1);
  if (code === 3 && sampleType !== 'float32') throw refuseFormat(`the floating point predictor of ${sampleType} is`);
  if (code !== 1 && code !== 2 && code !== 3) throw refuseCorrupt(`predictor ${code}`);
  return code;
}
