import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { catalogApi } from '../catalog/api.ts';
import { type Histogram, histogramOf, stepFor } from './histogram.ts';
import type { SearchConditions } from './search-request.ts';

/** When the items were taken that a search finds, whatever dates it asks for: those are chosen from it. */
export function useTimeline(conditions: SearchConditions | null) {
  const { datetime: _, ...others } = conditions ?? {};
  return useQuery({
    queryKey: ['explore-timeline', others],
    queryFn: ({ signal }) => readTimeline(others, signal),
    enabled: conditions !== null,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });
}

async function readTimeline(conditions: SearchConditions, signal: AbortSignal): Promise<Histogram | null> {
  const [byMonth] = await catalogApi.aggregate({ ...conditions, aggregations: ['datetime_frequency'] }, { signal });
  const months = byMonth?.buckets ?? [];
  const whole = histogramOf(months, 'month');
  if (whole === null) return null;
  const step = stepFor(whole.startMs, whole.endMs);
  if (step !== 'day') return histogramOf(months, step);
  const [byDay] = await catalogApi.aggregate(
    { ...conditions, aggregations: ['datetime_frequency'], datetime_frequency_interval: 'day' },
    { signal },
  );
  return histogramOf(byDay?.buckets ?? [], 'day');
}
