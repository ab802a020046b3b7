import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type StepName, steps, titles } from './steps.ts';

type StepProps = {
  readonly name: StepName;
  /** What the service said against this part. */
  readonly error: unknown;
  readonly children: ReactNode;
};

/** A part of the form; it takes the focus when something is wrong with it. */
export function Step({ name, error, children }: StepProps) {
  const id = stepId(name);
  return (
    <section className="panel step" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <span className="step-number" aria-hidden="true">
          {steps.indexOf(name) + 1}
        </span>
        {titles[name]}
      </h2>
      {Boolean(error) && <ErrorNotice error={error} />}
      {children}
    </section>
  );
}

const stepId = (name: StepName) => `step-${name}`;

export function focusStep(name: StepName): void {
  const section = document.getElementById(stepId(name));
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}
