import { type PointerEvent, useRef, useState } from 'react';
import { countText } from '../ui/figures.ts';
import { type Histogram, dayAt, endOf, startOf, tickText, ticksOf } from './histogram.ts';
import { type Period, isOpen } from './period.ts';

type TimelineChartProps = {
  readonly histogram: Histogram;
  readonly period: Period;
  /** The chart in words. */
  readonly summary: string;
  readonly onPeriod: (period: Period) => void;
};

const [width, height] = [1_000, 60];

/** A brush from one bar to another chooses the time between them. */
export function TimelineChart({ histogram, period, summary, onPeriod }: TimelineChartProps) {
  const chart = useRef<SVGSVGElement>(null);
  const [brush, setBrush] = useState<{ readonly fromMs: number; readonly toMs: number } | null>(null);
  const { bars, startMs, endMs, step, most } = histogram;
  const across = (ms: number) => ((ms - startMs) / (endMs - startMs)) * width;

  function momentAt({ clientX }: PointerEvent): number {
    const { left, width: drawn } = chart.current!.getBoundingClientRect();
    const share = Math.max(0, Math.min(0.9999, (clientX - left) / drawn));
    return startMs + share * (endMs - startMs);
  }

  function begin(event: PointerEvent<SVGSVGElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const ms = momentAt(event);
    setBrush({ fromMs: ms, toMs: ms });
  }

  function end(): void {
    if (brush === null) return;
    setBrush(null);
    const { from, to } = whole(brush.fromMs, brush.toMs);
    onPeriod({ from: dayAt(from), to: dayAt(to - 1) });
  }

  const whole = (one: number, other: number) => ({
    from: startOf(Math.min(one, other), step),
    to: endOf(startOf(Math.max(one, other), step), step),
  });

  const chosen = brush === null ? chosenOf(period, histogram) : whole(brush.fromMs, brush.toMs);
  const left = chosen === null ? 0 : Math.max(0, across(chosen.from));
  const right = chosen === null ? 0 : Math.min(width, across(chosen.to));
  return (
    <div className="timeline-chart">
      <svg
        ref={chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        onPointerDown={begin}
        onPointerMove={(event) => brush && setBrush({ ...brush, toMs: momentAt(event) })}
        onPointerUp={end}
        onPointerCancel={() => setBrush(null)}
      >
        {chosen !== null && right > left && (
          <rect className="timeline-chosen" x={left} y={0} width={right - left} height={height} />
        )}
        {bars.map((bar) => {
          const tall = Math.max(1.5, (bar.count / most) * (height - 4));
          const wide = Math.max(1.5, across(bar.endMs) - across(bar.startMs) - 1);
          return (
            <rect
              key={bar.startMs}
              className="timeline-bar"
              x={across(bar.startMs)}
              y={height - tall}
              width={wide}
              height={tall}
            >
              <title>{`${tickText(bar.startMs, histogram)}: ${countText(bar.count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="timeline-ticks" aria-hidden="true">
        {ticksOf(histogram).map((ms) => (
          <span key={ms} style={{ insetInlineStart: `${across(ms) / (width / 100)}%` }}>
            {tickText(ms, histogram)}
          </span>
        ))}
      </div>
    </div>
  );
}

function chosenOf(period: Period, { startMs, endMs }: Histogram) {
  if (isOpen(period)) return null;
  const from = period.from === null ? startMs : Date.parse(period.from);
  const to = period.to === null ? endMs : endOf(Date.parse(period.to), 'day');
  return { from, to };
}
