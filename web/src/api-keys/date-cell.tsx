import { dayText, momentText, relativeText } from '../ui/dates.ts';

type DateCellProps = {
  readonly label: string;
  readonly date: Date | null;
  /** Adds how far away the date is. */
  readonly nowMs?: number;
  readonly badge?: string | undefined;
};

export function DateCell({ label, date, nowMs, badge }: DateCellProps) {
  return (
    <td role="cell" className="cell-date" data-label={label}>
      {date === null ? (
        <span className="muted">Never</span>
      ) : (
        <time dateTime={Number.isNaN(date.getTime()) ? undefined : date.toISOString()} title={momentText(date)}>
          {dayText(date)}
        </time>
      )}
      {badge && <span className="badge badge-warning">{badge}</span>}
      {date && nowMs !== undefined && !badge && <span className="muted">{relativeText(date, nowMs)}</span>}
    </td>
  );
}
