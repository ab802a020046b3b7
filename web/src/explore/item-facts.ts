import { dayText } from '../ui/dates.ts';
import type { FoundItem } from './found-item.ts';

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export const whenText = ({ datetime }: Pick<FoundItem, 'datetime'>): string =>
  datetime === null ? 'no date' : dayText(new Date(datetime));

export const cloudText = (percent: number): string => `${oneDecimal.format(percent)} % cloud`;

export const gsdText = (metres: number): string => `${twoDecimals.format(metres)} m`;

/** In one line, what is known of it. */
export const factsLine = ({ cloudPercent, gsdMetres, platform }: FoundItem): string =>
  [cloudPercent === null ? null : cloudText(cloudPercent), gsdMetres === null ? null : gsdText(gsdMetres), platform]
    .filter((text) => text !== null)
    .join(' · ');
