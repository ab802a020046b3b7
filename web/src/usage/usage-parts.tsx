import type { Period, Self, UsagePart } from '@swath/client';
import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Segments } from '../ui/segments.tsx';
import { dayBars } from './day-bars.ts';
import { DayChart } from './day-chart.tsx';
import { type MeasureName, measureNames } from './measures.ts';
import { PartsTable } from './parts-table.tsx';
import { type Scope, useUsageParts } from './use-usage.ts';

type UsagePartsProps = { readonly user: Self; readonly scope: Scope; readonly period: Required<Period> };

const ways = ['By day', 'By key', 'By project'] as const;
type Way = (typeof ways)[number];
const parts: Readonly<Record<Way, UsagePart>> = { 'By day': 'day', 'By key': 'key', 'By project': 'project' };

export function UsageParts({ user, scope, period }: UsagePartsProps) {
  const [way, setWay] = useState<Way>('By day');
  const [measure, setMeasure] = useState<MeasureName>('Area');
  const by = parts[way];
  const found = useUsageParts(user, scope, by, period);
  // Until the new answer is there the old one is of another kind.
  const breakdown = found.data?.by === by ? found.data : undefined;
  return (
    <section className="panel" aria-labelledby="parts-title">
      <h2 id="parts-title">Where it went</h2>
      <div className="snippet-choices">
        <Segments legend="In parts" choices={ways} chosen={way} onChoose={setWay} />
        <Segments legend="Measure" choices={measureNames} chosen={measure} onChoose={setMeasure} />
      </div>
      {found.isPending && <p role="status">Adding up…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {breakdown?.data.length === 0 && <p className="muted">Nothing was used in this time.</p>}
      {breakdown && breakdown.data.length > 0 && (
        <>
          {by === 'day' && <DayChart bars={dayBars(breakdown.data, period, measure)} measure={measure} />}
          <PartsTable breakdown={breakdown} measure={measure} />
        </>
      )}
      <p className="hint">Requests are counted by whole days in UTC. What has no price has no cost here either.</p>
    </section>
  );
}
