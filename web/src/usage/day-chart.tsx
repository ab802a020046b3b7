import { utcDayText } from '../ui/dates.ts';
import { type Bar, niceTop } from './day-bars.ts';
import { type MeasureName, measures } from './measures.ts';

type DayChartProps = { readonly bars: readonly Bar[]; readonly measure: MeasureName };

const [width, height] = [600, 160];

/** The table beside it says the same: this is for the eye alone, with one sentence for others. */
export function DayChart({ bars, measure }: DayChartProps) {
  const { text } = measures[measure];
  const highest = bars.reduce((most, { value }) => Math.max(most, value), 0);
  const top = niceTop(highest);
  const step = width / Math.max(1, bars.length);
  const [first, last] = [bars[0], bars.at(-1)];
  const each = (first?.days ?? 1) > 1 ? 'week' : 'day';
  return (
    <figure className="chart">
      <div className="chart-ground">
        <span className="chart-top">{text(top)}</span>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${measure} by ${each}, at most ${text(highest)}`}
        >
          <line className="chart-line" x1="0" x2={width} y1="0.5" y2="0.5" />
          <line className="chart-line" x1="0" x2={width} y1={height / 2} y2={height / 2} />
          {bars.map(({ from, value }, at) => (
            <rect
              key={from}
              className="chart-bar"
              x={at * step + step * 0.1}
              width={step * 0.8}
              y={height - (value / top) * height}
              height={(value / top) * height}
            >
              <title>{`${from}: ${text(value)}`}</title>
            </rect>
          ))}
          <line className="chart-base" x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        </svg>
      </div>
      <figcaption className="chart-ends">
        <span>{first && utcDayText(new Date(first.from))}</span>
        <span>Each bar is a {each}</span>
        <span>{last && utcDayText(new Date(last.from))}</span>
      </figcaption>
    </figure>
  );
}
