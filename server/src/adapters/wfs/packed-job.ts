import type { ShownAttribute } from '../../wfs/attribute-table.ts';
import type { AnswerContext } from '../../wfs/outputs/output.ts';
import type { FeatureJob } from '../../wfs/ports.ts';
import { type PackedArea, packArea, unpackArea } from '../threads/packed-area.ts';

/**
 * A job as it is sent to a thread: a small answer would take as long to be asked for as to be made. The table of
 * attributes is there already, and a text is copied faster than the many small objects that it tells of.
 */
export type PackedJob = Pick<FeatureJob, 'visibility'> & {
  /** JSON of all but the rest of this: mostly that of the job before. */
  readonly text: string;
  readonly timeStamp: string;
  readonly area: PackedArea;
  /** Values in it may be none of JSON's. */
  readonly filter: FeatureJob['request']['filter'];
  /** Null is all of the table. */
  readonly shown: readonly ShownAttribute[] | null;
};

type Told = Pick<FeatureJob, 'output'> & {
  readonly context: Omit<AnswerContext, 'attributes' | 'timeStamp'>;
  readonly request: Omit<FeatureJob['request'], 'filter' | 'area'>;
};

export function packJob(
  { context, request, output, visibility }: FeatureJob,
  table: readonly ShownAttribute[],
): PackedJob {
  const { attributes, timeStamp, ...told } = context;
  const { filter, area, ...rest } = request;
  const text = JSON.stringify({ output, context: told, request: rest } satisfies Told);
  return { text, timeStamp, area: packArea(area), filter, visibility, shown: attributes === table ? null : attributes };
}

export function unpackJob(
  { text, timeStamp, area, filter, visibility, shown }: PackedJob,
  table: readonly ShownAttribute[],
): FeatureJob {
  const { output, context, request } = toldBy(text);
  return {
    output,
    visibility,
    context: { ...context, timeStamp, attributes: shown ?? table },
    request: { ...request, area: unpackArea(area), filter },
  };
}

let last: { readonly text: string; readonly told: Told } | null = null;

function toldBy(text: string): Told {
  if (last?.text !== text) last = { text, told: JSON.parse(text) as Told };
  return last.told;
}
