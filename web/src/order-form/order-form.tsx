import { newIdempotencyKey, type Order } from '@swath/client';
import { type FormEvent, useState } from 'react';
import { OrderSnippets } from '../orders/order-snippets.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { useKeptDraft } from '../ui/use-kept-draft.ts';
import { CheckStep } from './check-step.tsx';
import { type OrderDraft, withoutCredentials } from './draft.ts';
import { OptionsStep } from './options-step.tsx';
import { outputConfig, withoutSecrets } from './output-config.ts';
import { requestOf } from './request-of.ts';
import { Step } from './step.tsx';
import { stepOf } from './steps.ts';
import { useChosen } from './use-chosen.ts';
import { isSame, usePlacing } from './use-placing.ts';
import { WhatStep } from './what-step.tsx';
import { WhereStep } from './where-step.tsx';
import { WhoStep } from './who-step.tsx';

type OrderFormProps = { readonly initial: OrderDraft; readonly cloned: Order | null };

/** All steps at once; each shows what the service said against it, and nothing typed is ever taken away. */
export function OrderForm({ initial, cloned }: OrderFormProps) {
  const [start] = useState(() => ({ ...initial, formId: newIdempotencyKey() }));
  const [draft, setDraft, keepNow] = useKeptDraft(start, withoutCredentials);
  const { source } = draft;
  const { select, acquisitions, chosen, hasArea, isReady, cellsProblem } = useChosen(source);
  const { check, placeOnce, isPlacing, problem } = usePlacing(draft.formId, placed);
  const request = requestOf(draft, chosen);
  // While the tiles of a part are read the request is still the one for the whole.
  const found = isReady && check.data && isSame(check.variables, request) ? check.data : null;
  const wrongStep = problem ? stepOf(problem) : null;
  const errorOf = (step: typeof wrongStep) => (step === wrongStep ? problem : null);

  const ordered =
    source.kind === 'select' ? (acquisitions.data?.filter(({ id }) => !source.leftOut.has(id)) ?? null) : null;

  function leaveOut(ids: readonly string[]): void {
    if (source.kind === 'select')
      setDraft({ ...draft, source: { ...source, leftOut: new Set([...source.leftOut, ...ids]) } });
  }

  /** Whoever comes back to it and places it once more means another order. */
  function placed(): void {
    keepNow({ ...draft, formId: newIdempotencyKey() });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isReady && !check.isPending && !isPlacing) check.mutate(request);
  }

  return (
    <>
      {cloned && (
        <Notice kind="info" title={`As order ${cloned.id} was`}>
          <p>What is secret is not kept: credentials of a bucket, and queries of webhooks, are to be given again.</p>
        </Notice>
      )}
      <form className="order-form" method="post" noValidate onSubmit={submit}>
        <Step name="what" error={errorOf('what')}>
          {cellsProblem && <ErrorNotice error={cellsProblem.error} onRetry={cellsProblem.retry} />}
          <WhatStep
            source={source}
            onChange={(changed) => setDraft((now) => ({ ...now, source: changed }))}
            select={select}
            acquisitions={acquisitions}
            cloned={cloned}
          />
        </Step>
        <Step name="options" error={errorOf('options')}>
          <OptionsStep
            options={draft.options}
            onChange={(options) => setDraft({ ...draft, options })}
            hasArea={hasArea}
            acquisitions={ordered}
            onLeaveOut={leaveOut}
          />
        </Step>
        <Step name="where" error={errorOf('where')}>
          <WhereStep place={draft.place} onChange={(placeOf) => setDraft({ ...draft, place: placeOf })} />
        </Step>
        <Step name="who" error={errorOf('who')}>
          <WhoStep told={draft.told} onChange={(told) => setDraft({ ...draft, told })} />
        </Step>
        <Step name="check" error={errorOf('check')}>
          <CheckStep
            found={found}
            isReady={isReady}
            isStuck={cellsProblem !== null}
            isChecking={check.isPending}
            hasChanged={check.isSuccess && found === null}
            wrongStep={wrongStep}
            isPlacing={isPlacing}
            onPlace={() => placeOnce(request)}
          />
        </Step>
      </form>
      {isReady && (
        <OrderSnippets
          title="The same by a program"
          request={{ ...request, output_config: withoutSecrets(outputConfig(draft.place)) }}
        />
      )}
    </>
  );
}
