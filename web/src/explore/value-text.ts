import { utcMomentText } from '../ui/dates.ts';

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false });

/** Any value of a document, for people. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'number') return figures.format(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return /^\d{4}-\d{2}-\d{2}T/.test(value) ? utcMomentText(new Date(value)) || value : value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.map(valueText).join(', ');
  return JSON.stringify(value);
}
