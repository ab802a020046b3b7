import type { Select } from '@swath/client';
import { useState } from 'react';
import { Link } from '../router/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { AcquisitionsTable } from './acquisitions-table.tsx';
import { CellsTable } from './cells-table.tsx';
import { SelectAgain } from './select-again.tsx';
import { SelectCoverage } from './select-coverage.tsx';
import { SelectFiles } from './select-files.tsx';
import { SelectUsage } from './select-usage.tsx';

type SelectDetailsProps = { readonly select: Select };

export function SelectDetails({ select }: SelectDetailsProps) {
  const [marked, setMarked] = useState<string | null>(null);
  const { id, warnings, stack_depth_summary: depth, usage } = select;
  const isEmpty = depth === null || depth.tiles === 0;
  return (
    <>
      {isEmpty && (
        <Notice kind="info" title="Nothing was found">
          <p>
            <Link to={`/app/select?from=${id}`}>Change it and run it again</Link>: a wider period, weaker criteria,
            other collections, or another area.
          </p>
        </Notice>
      )}
      <Warnings texts={warnings} />
      <SelectCoverage select={select} marked={marked} />
      {!isEmpty && (
        <AcquisitionsTable id={id} cover={select.cover?.acquisitions ?? []} marked={marked} onMark={setMarked} />
      )}
      {!isEmpty && <CellsTable id={id} />}
      {usage && !isEmpty && <SelectUsage usage={usage} />}
      <SelectFiles id={id} formats={Object.keys(select.links).filter((name) => name !== 'self')} />
      <SelectAgain select={select} />
    </>
  );
}
