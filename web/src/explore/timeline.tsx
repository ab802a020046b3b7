import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countText } from '../ui/figures.ts';
import { changeState } from './change-state.ts';
import { type Histogram, dayAt } from './histogram.ts';
import { type Period, allTime, dayOf, isOpen } from './period.ts';
import type { SearchConditions } from './search-request.ts';
import { TimelineChart } from './timeline-chart.tsx';
import { useTimeline } from './use-timeline.ts';

type TimelineProps = { readonly conditions: SearchConditions | null; readonly period: Period };

const setPeriod = (period: Period): void => changeState({ period });

/** When items were taken: a chart to brush over, and two dates that do the same. */
export function Timeline({ conditions, period }: TimelineProps) {
  const query = useTimeline(conditions);
  const histogram = query.data ?? null;
  return (
    <section className="panel timeline" aria-labelledby="timeline-title">
      <div className="timeline-head">
        <h2 id="timeline-title">Timeline</h2>
        <DateInput label="From" day={period.from} onChange={(from) => setPeriod(withFrom(from, period.to))} />
        <DateInput label="To" day={period.to} onChange={(to) => setPeriod(withTo(period.from, to))} />
        {/* Always there, so that the map does not shrink for it, and the focus stays on it. */}
        <button
          type="button"
          className="button button-small"
          aria-disabled={isOpen(period)}
          onClick={() => setPeriod(allTime)}
        >
          All dates
        </button>
      </div>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {histogram && (
        <TimelineChart histogram={histogram} period={period} summary={summaryOf(histogram)} onPeriod={setPeriod} />
      )}
      {!histogram && !query.error && (
        <p className="muted timeline-empty">{query.isFetching ? 'Counting by date…' : 'Nothing with a date.'}</p>
      )}
    </section>
  );
}

type DateInputProps = {
  readonly label: string;
  readonly day: string | null;
  readonly onChange: (day: string | null) => void;
};

function DateInput({ label, day, onChange }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function changed(value: string): void {
    // A year comes digit by digit: 0002, 0020, 0202, 2025.
    const isBegun = value !== '' && value < '1000';
    setTyped(isBegun ? value : null);
    if (!isBegun && (value === '' || dayOf(value) !== null)) onChange(dayOf(value));
  }

  return (
    <label className="timeline-date">
      <span>{label}</span>
      <input
        type="date"
        className="input"
        value={typed ?? day ?? ''}
        onChange={({ target: { value } }) => changed(value)}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

/** Where the ends are in the wrong order, the one that was not typed gives way. */
const withFrom = (from: string | null, to: string | null): Period => ({ from, to: isWrong(from, to) ? null : to });
const withTo = (from: string | null, to: string | null): Period => ({ from: isWrong(from, to) ? null : from, to });

const isWrong = (from: string | null, to: string | null): boolean => from !== null && to !== null && from > to;

function summaryOf({ bars, startMs, endMs, step, most }: Histogram): string {
  const highest = bars.find(({ count }) => count === most)!;
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return `${countText(total)} items from ${dayAt(startMs)} to ${dayAt(endMs - 1)} by ${step}; most from ${dayAt(highest.startMs)}: ${countText(most)}`;
}
