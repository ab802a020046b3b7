import { useState, type FormEvent } from 'react';
import { AreaInput } from '../aoi/area-input.tsx';
import type { DrawWay } from '../aoi/draw-buttons.tsx';
import { NoMap } from '../map/no-map.tsx';
import { navigate } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { later } from '../ui/later.tsx';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useKeptDraft } from '../ui/use-kept-draft.ts';
import { CriteriaFields } from './criteria-fields.tsx';
import type { Draft } from './draft.ts';
import { MoreFields } from './more-fields.tsx';
import { DraftProblem, requestOfDraft } from './request-of-draft.ts';
import { useCreateSelect } from './use-selects.ts';
import { WhenFields } from './when-fields.tsx';

const AreaMap = later(
  async () => (await import('./area-map.tsx')).AreaMap,
  <p role="status">Loading the map…</p>,
  NoMap,
);

type SelectFormProps = { readonly start: Draft };

export function SelectForm({ start }: SelectFormProps) {
  const [draft, setDraft] = useKeptDraft(start);
  const [way, setWay] = useState<DrawWay | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const creating = useCreateSelect();
  const change = (part: Partial<Draft>) => setDraft((draft) => ({ ...draft, ...part }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (creating.isPending) return;
    try {
      setProblem(null);
      // Whoever has gone elsewhere meanwhile is left there.
      creating.mutate(requestOfDraft(draft), { onSuccess: ({ id }) => navigate(`/app/selects/${id}`) });
    } catch (error) {
      if (!(error instanceof DraftProblem)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <form className="select-form" method="post" onSubmit={submit} aria-label="New select">
      <section className="panel form select-area" aria-labelledby="where-title">
        <h2 id="where-title">Where</h2>
        <div className="select-area-columns">
          <AreaInput area={draft.area} onChange={(area) => change({ area })} drawn={way} onDraw={setWay} />
          <AreaMap area={draft.area} onChange={(area) => change({ area })} way={way} onDone={() => setWay(null)} />
        </div>
      </section>
      <WhenFields draft={draft} onChange={change} />
      <CriteriaFields draft={draft} onChange={change} />
      <MoreFields draft={draft} onChange={change} />
      {problem !== null && <Notice kind="error" title={problem} />}
      {creating.error && <ErrorNotice error={creating.error} />}
      <div className="form-actions select-run">
        <p role="status" className="muted">
          {creating.isPending && 'Looking through the archive. It may take a moment.'}
        </p>
        <SubmitButton label="Run select" busyLabel="Selecting…" isBusy={creating.isPending} />
      </div>
    </form>
  );
}
