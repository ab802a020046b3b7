import { type FocusEvent, type KeyboardEvent, useId, useMemo, useState } from 'react';
import { areaText } from './area-text.ts';
import { type Area, AreaProblem, areaOfBox, boxOf, wrapped } from './area.ts';
import { useAreaReader } from './use-area-reader.ts';

type BoxFieldsProps = { readonly area: Area | null; readonly onChange: (area: Area) => void };

const sides = ['West', 'South', 'East', 'North'] as const;
type Side = (typeof sides)[number];
type Texts = Readonly<Record<Side, string>>;

const limits: Readonly<Record<Side, number>> = { West: 180, South: 90, East: 180, North: 90 };

/** The four sides of a box in degrees; it is read when the last of them is left, and was changed. */
export function BoxFields({ area, onChange }: BoxFieldsProps) {
  const id = useId();
  const [texts, setTexts] = useState<Texts>(() => textsOf(area));
  const { problem, read } = useAreaReader(onChange);
  const given = useMemo(() => (area === null ? '' : areaText(area)), [area]);
  const [shown, setShown] = useState(given);

  // Another area than the one that is shown: it came another way.
  if (given !== shown) {
    setShown(given);
    setTexts(textsOf(area));
  }

  const apply = () => void read(() => boxFrom(texts));
  const isComplete = sides.every((side) => texts[side].trim() !== '');
  // Around another shape the box is shown too, and must not take its place because somebody looked at it.
  const isOther = (inArea: Texts) => sides.some((side) => texts[side] !== inArea[side]);

  function left(event: FocusEvent<HTMLDivElement>): void {
    if (isComplete && isOther(textsOf(area)) && !event.currentTarget.contains(event.relatedTarget)) apply();
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // The form around it is not meant.
    event.preventDefault();
    apply();
  }

  return (
    <div className="field" onBlur={left}>
      <div className="box-fields">
        {sides.map((side) => (
          <div key={side} className="field">
            <label htmlFor={`${id}-${side}`}>{side}</label>
            <input
              id={`${id}-${side}`}
              className="input"
              inputMode="text"
              autoComplete="off"
              value={texts[side]}
              onChange={({ currentTarget }) => setTexts({ ...texts, [side]: currentTarget.value })}
              onKeyDown={pressed}
              aria-describedby={`${id}-problem ${id}-hint`}
            />
          </div>
        ))}
      </div>
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
      <p id={`${id}-hint`} className="hint">
        In degrees, south and west below zero. A west beyond the east crosses the antimeridian.
      </p>
      <button type="button" className="button button-small" onClick={apply}>
        Use this box
      </button>
    </div>
  );
}

const emptyTexts: Texts = { West: '', South: '', East: '', North: '' };

function textsOf(area: Area | null): Texts {
  if (area === null) return emptyTexts;
  const box = wrapped(boxOf(area)).map((each) => String(Number(each.toFixed(6))));
  return Object.fromEntries(sides.map((side, at) => [side, box[at]!])) as Texts;
}

function boxFrom(texts: Texts): Area {
  const [west, south, east, north] = sides.map((side) => degreesOf(side, texts[side]));
  return areaOfBox(west!, south!, east!, north!);
}

function degreesOf(side: Side, text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (Number.isFinite(value) && Math.abs(value) <= limits[side]) return value;
  throw new AreaProblem(`${side} must be a number from -${limits[side]} to ${limits[side]}.`);
}
