import type { BucketStep, BucketTest } from '@swath/client';
import { useMutation } from '@tanstack/react-query';
import { CodeBlock } from '../ui/code-block.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { bucketsApi } from './api.ts';
import type { Place } from './draft.ts';
import { outputConfig } from './output-config.ts';

type BucketTrialProps = { readonly place: Place };

/** Tries the place as an order would; what was found of another place is not shown. */
export function BucketTrial({ place }: BucketTrialProps) {
  const config = outputConfig(place);
  const trial = useMutation({ mutationFn: (tried: typeof config) => bucketsApi.test({ output_config: tried }) });
  const isOfThis = JSON.stringify(trial.variables) === JSON.stringify(config);
  return (
    <div className="trial">
      <button
        type="button"
        className="button"
        aria-disabled={trial.isPending}
        onClick={() => trial.isPending || trial.mutate(config)}
      >
        {trial.isPending ? 'Testing…' : 'Test'}
      </button>
      <p className="hint">Writes a small object, reads it back and deletes it.</p>
      {isOfThis && trial.error && <ErrorNotice error={trial.error} />}
      {isOfThis && trial.data && <Findings found={trial.data} />}
    </div>
  );
}

function Findings({ found }: { readonly found: BucketTest }) {
  return (
    <>
      <Notice
        kind={found.ok ? 'success' : 'error'}
        title={found.ok ? 'It can be delivered to' : 'It cannot be delivered to'}
      >
        <ol className="trial-steps" aria-label="Steps of the test">
          {found.steps.map((step) => (
            <li key={step.step}>
              <span className={`badge badge-${looks[step.state].kind}`}>{looks[step.state].word}</span>{' '}
              {words[step.step]}
              {step.reason !== null && `: ${step.reason}`}
            </li>
          ))}
        </ol>
        {found.may_work_later && <p>It may work later: test again in a minute.</p>}
      </Notice>
      {found.policy && (
        <>
          <p>Where a permission is missing, this policy grants it:</p>
          <CodeBlock code={found.policy} what="policy to add" />
        </>
      )}
    </>
  );
}

const words: Readonly<Record<BucketStep['step'], string>> = {
  exists: 'The bucket is there',
  region: 'The region is right',
  endpoint: 'The endpoint answers',
  write: 'Write an object',
  read: 'Read it back',
  list: 'List it',
  delete: 'Delete it',
};

const looks: Readonly<Record<BucketStep['state'], { readonly word: string; readonly kind: string }>> = {
  done: { word: 'Done', kind: 'success' },
  failed: { word: 'Failed', kind: 'error' },
  not_tried: { word: 'Not tried', kind: 'plain' },
};
