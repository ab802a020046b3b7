import type { AccountChange } from '@swath/client';

export const limitFields = [
  { member: 'annual_subscription_fee_limit', label: 'In all' },
  { member: 'fresh_imagery_fee_limit', label: 'Fresh imagery' },
  { member: 'standard_imagery_fee_limit', label: 'Standard imagery' },
  { member: 'training_imagery_fee_limit', label: 'Training imagery' },
] as const;

export const priceFields = [
  { member: 'fresh_imagery_price', label: 'Fresh' },
  { member: 'standard_imagery_price', label: 'Standard' },
  { member: 'training_imagery_price', label: 'Training' },
] as const;

const noLimit = -1;

/** What the browser lets through; a comma may stand for the point, where it cannot stand for thousands. */
export const amountPattern = String.raw`\s*\d+(\.\d+|,\d{1,2})?\s*`;

export function readTerms(field: (name: string) => string): AccountChange {
  const amount = <E>(member: string, empty: E): number | E => {
    const text = field(member).trim().replace(',', '.');
    return text === '' ? empty : Number(text);
  };
  const ids = field('collections')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return {
    limits: Object.fromEntries(limitFields.map(({ member }) => [member, amount(member, noLimit)])),
    prices: Object.fromEntries(priceFields.map(({ member }) => [member, amount(member, null)])),
    collections: ids.length === 0 ? null : ids,
  };
}
