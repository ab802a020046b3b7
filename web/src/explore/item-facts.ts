import { utcDayText } from '../ui/dates.ts';
import type { FoundItem } from './found-item.ts';

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A day, or the first and the last of an item that was taken over some time. */
export function whenText({ datetime, until }: Pick<FoundItem, 'datetime' | 'until'>): string {
  if (datetime === null) return 'no date';
  const [first, last] = [datetime, until ?? datetime].map((moment) => utcDayText(new Date(moment)));
  return first === last ? first! : `${first} to ${last}`;
}

export const cloudText = (percent: number): string => `${oneDecimal.format(percent)} % cloud`;

export const gsdText = (metres: number): string => `${twoDecimals.format(metres)} m`;

/** In one line, what is known of it. */
export const factsLine = ({ cloudPercent, gsdMetres, platform }: FoundItem): string =>
  [cloudPercent === null ? null : cloudText(cloudPercent), gsdMetres === null ? null : gsdText(gsdMetres), platform]
    .filter((text) => text !== null)
    .join(' · ');
