import type { KeyboardEvent, PointerEvent } from 'react';

type SwipeDividerProps = {
  /** From the left. */
  readonly percent: number;
  readonly labels: readonly [string, string];
  readonly onChange: (percent: number) => void;
};

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

const grab = (event: PointerEvent<HTMLDivElement>): void => event.currentTarget.setPointerCapture(event.pointerId);

/** Moves by mouse, by touch and by the keys of a slider. */
export function SwipeDivider({ percent, labels, onChange }: SwipeDividerProps) {
  const move = (to: number) => onChange(Math.max(0, Math.min(100, Math.round(to))));

  function pressed(event: KeyboardEvent): void {
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    move(percent + step);
  }

  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = event.currentTarget.parentElement!.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100);
  }

  return (
    <div
      className="swipe-divider"
      role="slider"
      tabIndex={0}
      aria-label={`Divider between ${labels[0]} on the left and ${labels[1]} on the right`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent} % ${labels[0]}, ${100 - percent} % ${labels[1]}`}
      style={{ insetInlineStart: `${percent}%` }}
      onKeyDown={pressed}
      onPointerDown={grab}
      onPointerMove={drag}
    >
      <span className="swipe-handle" aria-hidden="true" />
    </div>
  );
}
