import type { Random } from '../../../tests/support/seeded-random.ts';
import { secondText } from '../items/draws.ts';

const interval = (fromMs: number, toMs: number): string => `${secondText(fromMs)}/${secondText(toMs)}`;

export function someYear(random: Random): string {
  const year = 2017 + random.below(9);
  return interval(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1) - 1_000);
}

export function someMonth(random: Random): string {
  const [year, month] = [2019 + random.below(7), random.below(12)];
  return interval(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1) - 1_000);
}
