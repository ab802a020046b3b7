import { Type } from 'typebox';
import { type FailedStep, type ProbeReport, probeSteps } from '../../../buckets/probe-bucket.ts';
import { nullIsAbsent } from '../parts/null-is-absent.ts';
import { bucketMembers } from './order-body.ts';
import { orNull } from '../parts/schema-parts.ts';

export const bucketTestBody = nullIsAbsent(
  Type.Object(bucketMembers, {
    examples: [{ output_config: { bucket: 'managed', prefix: '' } }, { bucket: 's3://name/prefix' }],
  }),
);

const earlySteps = ['exists', 'region', 'endpoint'] as const;
const states = ['done', 'failed', 'not_tried'] as const;

export const bucketTestSchema = Type.Object({
  bucket: Type.String({ description: 'As it was named.' }),
  ok: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      step: Type.Enum([...earlySteps, ...probeSteps], { description: 'The first three only where they failed.' }),
      state: Type.Enum([...states]),
      reason: orNull(Type.String({ description: 'Of the one that failed.' })),
    }),
  ),
  may_work_later: Type.Boolean(),
  policy: orNull(Type.String({ description: 'What to grant, as JSON, where that would help.' })),
  warnings: Type.Array(Type.String()),
});

/** What an order does with a bucket before it is taken. */
const stepsOfOrder = probeSteps.filter((step) => step !== 'list');

export function bucketTestRecord({ label, done, failure }: ProbeReport, ignored: readonly string[]) {
  const isEarly = failure !== null && !probeSteps.some((step) => step === failure.step);
  const steps: readonly FailedStep[] = isEarly ? [failure.step, ...stepsOfOrder] : stepsOfOrder;
  const stateOf = (step: FailedStep) => {
    if (step === failure?.step) return 'failed';
    return done.some((each) => each === step) ? 'done' : 'not_tried';
  };
  return {
    bucket: label,
    ok: failure === null,
    steps: steps.map((step) => ({
      step,
      state: stateOf(step),
      reason: step === failure?.step ? failure.reason : null,
    })),
    may_work_later: failure?.isTransient ?? false,
    policy: failure?.policy ?? null,
    warnings: ignored.map((name) => `${name}: it means nothing here and was ignored`),
  };
}
