const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** "1,204" */
export const wholeNumber = (count: number): string => whole.format(count);

/** "1 tile", "1,204 tiles" */
export const counted = (count: number, unit: string): string =>
  `${wholeNumber(count)} ${unit}${count === 1 ? '' : 's'}`;

/** "12.50 sq km" */
export const areaInWords = (sqkm: number): string => `${hundredths.format(sqkm)} sq km`;

/** "1,204.50", without a currency: prices have none. */
export const costInWords = (cost: number | null): string => (cost === null ? 'not priced' : hundredths.format(cost));

/** "712 bytes", "1.2 GB" */
export function sizeInWords(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  if (step === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${(bytes / 1_000 ** step).toFixed(1)} ${units[step]!}`;
}

/** "2026-05-01 12:00 UTC" */
export const momentInWords = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
