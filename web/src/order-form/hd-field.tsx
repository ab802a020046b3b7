import type { SelectedAcquisition } from '@swath/client';
import { countText } from '../ui/figures.ts';
import { CheckField } from './check-field.tsx';

type HdFieldProps = {
  readonly isHd: boolean;
  readonly onChange: (isHd: boolean) => void;
  /** Those that are ordered; null where only the check can tell. */
  readonly acquisitions: readonly SelectedAcquisition[] | null;
  readonly onLeaveOut: (ids: readonly string[]) => void;
};

const mostNamed = 5;

/** HD, with those that cannot be had so and why. */
export function HdField({ isHd, onChange, acquisitions, onLeaveOut }: HdFieldProps) {
  const unfit = acquisitions?.filter(({ hd }) => !hd.is_possible) ?? [];
  return (
    <div className="check-field">
      <CheckField label="HD" hint={hintOf(acquisitions, unfit.length)} isChecked={isHd} onChange={onChange} />
      {unfit.length > 0 && (
        <ul className="hint hd-reasons">
          {unfit.slice(0, mostNamed).map(({ id, hd }) => (
            <li key={id}>
              {id}: {hd.reason}
            </li>
          ))}
          {unfit.length > mostNamed && <li>and {countText(unfit.length - mostNamed)} others</li>}
        </ul>
      )}
      {isHd && unfit.length > 0 && (
        <button
          type="button"
          className="button button-small hd-leave-out"
          onClick={({ currentTarget }) => {
            // It goes with those.
            currentTarget.closest('fieldset')?.querySelector('input')?.focus();
            onLeaveOut(unfit.map(({ id }) => id));
          }}
        >
          Leave those out
        </button>
      )}
    </div>
  );
}

function hintOf(acquisitions: readonly SelectedAcquisition[] | null, unfit: number): string {
  const meaning = 'The visual file at twice the pixel density.';
  if (acquisitions === null) return `${meaning} The check tells which acquisitions cannot be had so.`;
  if (unfit === 0) return `${meaning} Possible for all that is chosen.`;
  return `${meaning} Not possible for ${countText(unfit)} of ${countText(acquisitions.length)}:`;
}
