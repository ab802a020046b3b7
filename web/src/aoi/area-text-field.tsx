import { type ChangeEvent, useId, useMemo, useState } from 'react';
import { areaText } from './area-text.ts';
import type { Area } from './area.ts';
import { parseArea } from './parse-area.ts';
import { useAreaReader } from './use-area-reader.ts';

type AreaTextFieldProps = { readonly area: Area | null; readonly onChange: (area: Area | null) => void };

/** A longer one helps nobody in a field, and slows typing. */
const longestShown = 5_000;

/** Coordinates, well-known text or GeoJSON, typed or pasted; it is read when the field is left, and on pasting. */
export function AreaTextField({ area, onChange }: AreaTextFieldProps) {
  const id = useId();
  const given = useMemo(() => (area === null ? '' : areaText(area)), [area]);
  const [text, setText] = useState(fieldText(given));
  const [shown, setShown] = useState(given);
  const { problem, setProblem, read } = useAreaReader(onChange);

  // What was typed stays as it was typed; an area that came another way is shown.
  if (given !== shown) {
    setShown(given);
    setText(fieldText(given));
    setProblem(null);
  }

  function apply(typed: string): void {
    if (typed.trim() === '') {
      setProblem(null);
      // A long area is not shown in the field, which is then empty without being emptied.
      if (area !== null && fieldText(given) !== '') onChange(null);
      return;
    }
    read(() => {
      const made = parseArea(typed);
      setShown(areaText(made));
      return made;
    });
  }

  function changed(event: ChangeEvent<HTMLTextAreaElement>): void {
    const { value } = event.currentTarget;
    setText(value);
    const { inputType } = event.nativeEvent as InputEvent;
    if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop') apply(value);
  }

  /** What stands there unchanged is the area, which may be finer than its text. */
  function left(): void {
    if (text === fieldText(given)) setProblem(null);
    else apply(text);
  }

  return (
    <div className="field">
      <label htmlFor={id}>Coordinates, well-known text or GeoJSON</label>
      <textarea
        id={id}
        className="input mono area-text"
        rows={4}
        spellCheck={false}
        value={text}
        onChange={changed}
        onBlur={left}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
      <p id={`${id}-hint`} className="hint">
        A box as <code>west,south,east,north</code>; corners one a line, as <code>lat, lon</code> with a comma,{' '}
        <code>lon lat</code> without, or with N, S, E, W; <code>POLYGON((…))</code>; GeoJSON.
      </p>
      <button type="button" className="button button-small" onClick={() => apply(text)}>
        Use this area
      </button>
    </div>
  );
}

const fieldText = (given: string): string => (given.length > longestShown ? '' : given);
