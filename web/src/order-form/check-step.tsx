import type { DryRun } from '@swath/client';
import { DryRunResult } from './dry-run-result.tsx';
import { focusStep } from './step.tsx';
import { type StepName, titles } from './steps.ts';

type CheckStepProps = {
  /** Of exactly this order. */
  readonly found: DryRun | null;
  /** False while what is chosen is still being read. */
  readonly isReady: boolean;
  /** It could not be read. */
  readonly isStuck: boolean;
  readonly isChecking: boolean;
  readonly hasChanged: boolean;
  /** Where the service found something wrong. */
  readonly wrongStep: StepName | null;
  readonly isPlacing: boolean;
  readonly onPlace: () => void;
};

export function CheckStep(props: CheckStepProps) {
  const { found, isReady, isChecking, wrongStep, isPlacing, onPlace } = props;
  return (
    <>
      {wrongStep !== null && wrongStep !== 'check' && (
        <p>
          Something is wrong under “{titles[wrongStep]}”.{' '}
          <button type="button" className="button button-small" onClick={() => focusStep(wrongStep)}>
            Go there
          </button>
        </p>
      )}
      {found ? <DryRunResult found={found} /> : <p role="status">{wordsOn(props)}</p>}
      <div className="form-actions">
        <button
          type="submit"
          className={`button ${found ? '' : 'button-primary'}`}
          aria-disabled={isChecking || !isReady}
        >
          {isChecking ? 'Checking…' : 'Check the order'}
        </button>
        {found && (
          <button type="button" className="button button-primary" aria-disabled={isPlacing} onClick={onPlace}>
            {isPlacing ? 'Placing…' : 'Place the order'}
          </button>
        )}
      </div>
    </>
  );
}

function wordsOn({ isReady, isStuck, hasChanged }: CheckStepProps): string {
  if (isStuck) return `The tiles of what is chosen could not be read: ask for them again under “${titles.what}”.`;
  if (!isReady) return 'Reading the tiles of what is chosen…';
  return hasChanged
    ? 'The order has changed since it was checked: check it again.'
    : 'The check tells area and cost, and whether it can be delivered. Nothing is ordered by it.';
}
