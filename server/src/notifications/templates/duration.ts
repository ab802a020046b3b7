import { counted } from './quantities.ts';

const minutesPerHour = 60;
export const minutesPerDay = 24 * minutesPerHour;

/** "45 minutes", "1 hour", "7 days": the largest unit that leaves no remainder. */
export function durationInWords(minutes: number): string {
  if (minutes % minutesPerDay === 0) return counted(minutes / minutesPerDay, 'day');
  if (minutes % minutesPerHour === 0) return counted(minutes / minutesPerHour, 'hour');
  return counted(minutes, 'minute');
}
