import type { ShownAttribute } from '../../wfs/attribute-table.ts';
import type { AnswerContext } from '../../wfs/outputs/output.ts';
import type { FeatureJob } from '../../wfs/ports.ts';

/**
 * A job as it is sent to a thread. The table of attributes is there already, and is most of what a job says: a small
 * answer would take as long to be asked for as to be made. Null is all of it.
 */
export type PackedJob = Omit<FeatureJob, 'context'> & {
  readonly context: Omit<AnswerContext, 'attributes'>;
  readonly shown: readonly ShownAttribute[] | null;
};

export function packJob({ context, ...job }: FeatureJob, table: readonly ShownAttribute[]): PackedJob {
  const { attributes, ...rest } = context;
  return { ...job, context: rest, shown: attributes === table ? null : attributes };
}

export const unpackJob = ({ context, shown, ...job }: PackedJob, table: readonly ShownAttribute[]): FeatureJob => ({
  ...job,
  context: { ...context, attributes: shown ?? table },
});
