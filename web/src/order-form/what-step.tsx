import type { Order, Select, SelectedAcquisition } from '@swath/client';
import { Link } from '../router/link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AcquisitionIds } from './acquisition-ids.tsx';
import type { Source } from './draft.ts';
import { GoneSelect } from './gone-select.tsx';
import { SelectAcquisitions } from './select-acquisitions.tsx';
import { mayBeParted } from './use-selected.ts';

type Found<T> = { readonly data: T | undefined; readonly error: unknown; refetch(): unknown };

type WhatStepProps = {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
  readonly select: Found<Select>;
  readonly acquisitions: Found<readonly SelectedAcquisition[]>;
  /** The order that is placed once more. */
  readonly cloned: Order | null;
};

export function WhatStep({ source, onChange, select, acquisitions, cloned }: WhatStepProps) {
  if (source.kind === 'acquisitions') return <AcquisitionIds source={source} onChange={onChange} />;
  if (select.error)
    return (
      <>
        <ErrorNotice error={select.error} onRetry={() => void select.refetch()} />
        <GoneSelect cloned={cloned} onChange={onChange} />
      </>
    );
  if (acquisitions.error) return <ErrorNotice error={acquisitions.error} onRetry={() => void acquisitions.refetch()} />;
  if (select.data && select.data.acquisitions.length === 0)
    return (
      <p>
        This select has found nothing that could be ordered.{' '}
        <Link to={`/app/selects/${select.data.id}`}>See why, and change it</Link>.
      </p>
    );
  if (!select.data || !acquisitions.data) return <p role="status">Loading the select…</p>;
  return (
    <SelectAcquisitions
      select={select.data}
      acquisitions={acquisitions.data}
      mayBeParted={mayBeParted(select.data)}
      source={source}
      onChange={onChange}
    />
  );
}
