const whole = new Intl.NumberFormat('en');
const upToThree = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const upToTwo = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const countText = (count: number): string => whole.format(count);

/** With at most so many decimals. */
export const oneDecimalText = (value: number): string => oneDecimal.format(value);
export const twoDecimalText = (value: number): string => upToTwo.format(value);
export const degreesText = (degrees: number): string => upToThree.format(degrees);

/** `1 tile`, `2 tiles` */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** Small areas are not rounded to nothing. */
export const areaText = (sqkm: number): string => `${(sqkm < 1 ? twoDigits : oneDecimal).format(sqkm)} km²`;

/** Prices have no currency here: it is the operator's. */
export const costText = (cost: number | null): string => (cost === null ? 'no price set' : money.format(cost));

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytesText(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${oneDecimal.format(bytes / 1_000 ** step)} ${units[step]}`;
}

export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${oneDecimal.format(seconds / 3_600)} h`;
}
