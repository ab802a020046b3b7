import type { Compression } from '../../../imagery/image.ts';

export const compressions: Readonly<Record<number, Compression>> = {
  1: 'none',
  5: 'lzw',
  7: 'jpeg',
  8: 'deflate',
  32946: 'deflate',
  50000: 'zstd',
};

const otherCompressions: Readonly<Record<number, string>> = {
  2: 'CCITT RLE',
  3: 'CCITT fax 3',
  4: 'CCITT fax 4',
  6: 'old-style JPEG',
  9: 'JBIG',
  10: 'JBIG',
  32773: 'PackBits',
  34661: 'JBIG',
  34712: 'JPEG 2000',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34887: 'LERC',
  34892: 'lossy JPEG (DNG)',
  34925: 'LZMA',
  50001: 'WebP',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};

const photometrics: Readonly<Record<number, string>> = {
  0: 'MinIsWhite',
  3: 'a colour palette',
  4: 'a transparency mask',
  5: 'CMYK',
  6: 'YCbCr without JPEG',
  8: 'CIELab',
  9: 'ICCLab',
  10: 'ITULab',
  32803: 'a colour filter array',
  32844: 'LogL',
  32845: 'LogLuv',
  34892: 'linear raw',
};

const sampleFormats: Readonly<Record<number, string>> = {
  2: 'signed integer',
  3: 'floating point',
  5: 'complex integer',
  6: 'complex floating point',
};

export const compressionName = (code: number) => otherCompressions[code] ?? `number ${code}`;
export const photometricName = (code: number) => photometrics[code] ?? `number ${code}`;
export const sampleFormatName = (code: number) => sampleFormats[code] ?? `number ${code}`;
