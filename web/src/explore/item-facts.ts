import { utcPeriodText } from '../ui/dates.ts';
import { oneDecimalText, twoDecimalText } from '../ui/figures.ts';
import type { FoundItem } from './found-item.ts';

/** A day, or the first and the last of an item that was taken over some time. */
export const whenText = ({ datetime, until }: Pick<FoundItem, 'datetime' | 'until'>): string =>
  datetime === null ? 'no date' : utcPeriodText(datetime, until ?? datetime);

export const cloudText = (percent: number): string => `${oneDecimalText(percent)} % cloud`;

const gsdText = (metres: number): string => `${twoDecimalText(metres)} m`;

/** In one line, what is known of it. */
export const factsLine = ({ cloudPercent, gsdMetres, platform }: FoundItem): string =>
  [cloudPercent === null ? null : cloudText(cloudPercent), gsdMetres === null ? null : gsdText(gsdMetres), platform]
    .filter((text) => text !== null)
    .join(' · ');
