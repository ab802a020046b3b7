import type { AccountChange } from '@swath/client';
import { readNames } from '../catalog/collection-names.ts';
import { readAmount } from '../ui/amount.ts';

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

export function readTerms(field: (name: string) => string): AccountChange {
  const amount = <E>(member: string, empty: E): number | E => readAmount(field(member)) ?? empty;
  const ids = readNames(field('collections'));
  const isNothing = field('sees_nothing') === 'on';
  return {
    limits: Object.fromEntries(limitFields.map(({ member }) => [member, amount(member, noLimit)])),
    prices: Object.fromEntries(priceFields.map(({ member }) => [member, amount(member, null)])),
    collections: ids.length > 0 || isNothing ? ids : null,
  };
}
