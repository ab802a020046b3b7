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
        <DateInput label="From" day={period.from} onChange={(from) => setPeriod(ordered(from, period.to))} />
        <DateInput label="To" day={period.to} onChange={(to) => setPeriod(ordered(period.from, to))} />
        {!isOpen(period) && (
          <button type="button" className="button button-small" onClick={() => setPeriod(allTime)}>
            All dates
          </button>
        )}
      </div>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {histogram ? (
        <TimelineChart histogram={histogram} period={period} summary={summaryOf(histogram)} onPeriod={setPeriod} />
      ) : (
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
  return (
    <label className="timeline-date">
      <span>{label}</span>
      <input
        type="date"
        className="input"
        value={day ?? ''}
        onChange={({ target: { value } }) => (value === '' || dayOf(value) !== null) && onChange(dayOf(value))}
      />
    </label>
  );
}

/** While a year is typed the ends may be in the wrong order for a moment: the other end gives way. */
const ordered = (from: string | null, to: string | null): Period =>
  from !== null && to !== null && from > to ? { from, to: null } : { from, to };

function summaryOf({ bars, startMs, endMs, step, most }: Histogram): string {
  const highest = bars.find(({ count }) => count === most)!;
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return `${countText(total)} items from ${dayAt(startMs)} to ${dayAt(endMs - 1)} by ${step}; most from ${dayAt(highest.startMs)}: ${countText(most)}`;
}
