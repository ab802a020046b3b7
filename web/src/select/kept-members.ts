import type { SelectRequest } from '@swath/client';
import { areaOfRequest } from './area-of-request.ts';
import { datesOf } from './dates-of.ts';
import type { Draft } from './draft.ts';

type Members = Readonly<Record<string, unknown>>;

export const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** The area of an earlier request as it was sent, unless another was given since; null where that is so, or it had none. */
export function keptArea({ earlier, area }: Draft): Pick<SelectRequest, 'bbox' | 'intersects'> | null {
  const sent = Object.entries(earlier).filter(([name, value]) => areaNames.has(name) && isGiven(value));
  const isSame = JSON.stringify(areaOfRequest(earlier)) === JSON.stringify(area);
  return sent.length > 0 && isSame ? Object.fromEntries(sent) : null;
}

/** Its period, with the times of day, unless other days were given since. */
export function keptPeriod({ earlier, from, until }: Draft): string | null {
  const { datetime } = earlier;
  if (typeof datetime !== 'string') return null;
  const dates = datesOf(datetime);
  return dates.from === from && dates.until === until ? datetime : null;
}

const areaNames: ReadonlySet<string> = new Set(['bbox', 'intersects']);

/** What goes along without a field that shows it, in words. */
export function keptWords(earlier: Members): readonly string[] {
  const { bbox, intersects, datetime, metadata } = earlier;
  const isUndrawn = (isGiven(bbox) || isGiven(intersects)) && areaOfRequest(earlier) === null;
  return [
    ...(isUndrawn ? ['its area, which cannot be drawn here'] : []),
    ...(isGiven(bbox) && isGiven(intersects) && !isUndrawn
      ? [`the box ${String(bbox).replaceAll(',', ', ')}, beyond which the area does not count`]
      : []),
    ...(typeof datetime === 'string' && /t/i.test(datetime) ? [`the times of day in ${datetime}`] : []),
    ...(isGiven(metadata) ? ['its metadata'] : []),
  ];
}
