import type { Random } from '../../../tests/support/seeded-random.ts';

const firstMs = Date.UTC(2015, 5, 23);
const lastMs = Date.UTC(2026, 8, 1);

/** More in recent years. */
export const timeMs = (random: Random): number => Math.floor(firstMs + (lastMs - firstMs) * Math.sqrt(random.next()));

/** Surveys go back further. */
export const surveyMs = (random: Random): number => timeMs(random) - 3e11;

export const instantText = (ms: number): string => new Date(ms).toISOString();
export const secondText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Mostly clear or mostly covered; two of a hundred items say nothing. */
export function cloudMember(random: Random): string {
  if (random.next() < 0.02) return '';
  const draw = random.next();
  const percent = draw < 0.35 ? random.next() * 5 : draw > 0.75 ? 90 + random.next() * 10 : random.next() * 100;
  return `"eo:cloud_cover":${Math.round(percent * 1_000) / 1_000},`;
}
