import type { SampleType } from './image.ts';
import { type Samples, typeOf } from './pixels.ts';

/** What a sample can be. */
export type ValueLimits = { readonly lowest: number; readonly highest: number; readonly isWhole: boolean };

const limits: Readonly<Record<SampleType, ValueLimits>> = {
  uint8: { lowest: 0, highest: 255, isWhole: true },
  uint16: { lowest: 0, highest: 65_535, isWhole: true },
  int16: { lowest: -32_768, highest: 32_767, isWhole: true },
  uint32: { lowest: 0, highest: 2 ** 32 - 1, isWhole: true },
  int32: { lowest: -(2 ** 31), highest: 2 ** 31 - 1, isWhole: true },
  float32: { lowest: -Infinity, highest: Infinity, isWhole: false },
};

export const limitsOf = (type: SampleType): ValueLimits => limits[type];

export const limitsIn = (samples: Samples): ValueLimits => limits[typeOf(samples)];

/** A computed value as a sample. */
export const settled = (value: number, { lowest, highest, isWhole }: ValueLimits): number =>
  value <= lowest ? lowest : value >= highest ? highest : isWhole ? Math.floor(value + 0.5) : value;

/** As near to it, for its size, a float is nodata too, as GDAL has it: files spell it with fewer digits than samples have. */
const nearby = 2 ** -21;

/** Whether a sample says that there is no data. */
export function saysNoData(nodata: number, { isWhole }: ValueLimits): (value: number) => boolean {
  if (isWhole || !Number.isFinite(nodata)) return (value) => value === nodata;
  const reach = Math.abs(nodata) * nearby;
  return (value) => value === nodata || Math.abs(value - nodata) < reach;
}

/** The value next to one that says that there is no data; NaN has none, and nothing is it by chance. */
export function nextTo(nodata: number, { lowest, isWhole }: ValueLimits): number {
  if (isWhole) return nodata === lowest ? nodata + 1 : nodata - 1;
  // Toward zero, by twice as much as is near.
  return nodata === 0 ? 2 ** -126 : nodata * (1 - 2 * nearby);
}

/** As GDAL's tag and STAC spell it; JSON has no word for what is not finite. */
export function spelledNodata(nodata: number): number | string {
  if (Number.isFinite(nodata)) return nodata;
  return Number.isNaN(nodata) ? 'nan' : nodata > 0 ? 'inf' : '-inf';
}
