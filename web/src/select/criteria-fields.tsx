import { useId, useRef, useState } from 'react';
import { PlusIcon } from '../ui/icons.tsx';
import { Segments } from '../ui/segments.tsx';
import { CriterionRow } from './criterion-row.tsx';
import { type Criterion, criteriaOf, knownFields, queryOf, usualCriteria } from './criteria.ts';
import type { DraftFieldsProps } from './when-fields.tsx';

const forms = ['Rows', 'JSON'] as const;

export function CriteriaFields({ draft, onChange }: DraftFieldsProps) {
  const id = useId();
  const { criteria, queryText } = draft;
  const add = useRef<HTMLButtonElement>(null);
  const [isStuck, setIsStuck] = useState(false);
  const put = (at: number, row: Criterion | null) =>
    onChange({ criteria: criteria.flatMap((each, index) => (index === at ? (row === null ? [] : [row]) : [each])) });

  function remove(at: number): void {
    put(at, null);
    // Behind the last row there is none whose button would take the focus.
    if (at === criteria.length - 1) add.current?.focus();
  }

  function choose(form: (typeof forms)[number]): void {
    if (form === 'JSON') return onChange({ queryText: JSON.stringify(queryOf(criteria), null, 2) });
    const rows = rowsOf(queryText ?? '');
    setIsStuck(rows === null);
    // What rows cannot say would be lost.
    if (rows !== null) onChange({ queryText: null, criteria: rows });
  }

  return (
    <section className="panel form" aria-labelledby="criteria-title">
      <div className="snippet-choices">
        <h2 id="criteria-title">Criteria</h2>
        <Segments
          legend="Criteria as"
          choices={forms}
          chosen={queryText === null ? 'Rows' : 'JSON'}
          onChoose={choose}
        />
      </div>
      <datalist id={`${id}-fields`}>
        {knownFields.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      {queryText === null ? (
        <>
          {criteria.map((row, at) => (
            <CriterionRow
              // Rows have no name of their own, and are only added at the end.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              number={at + 1}
              row={row}
              fieldsId={`${id}-fields`}
              onChange={(changed) => put(at, changed)}
              onRemove={() => remove(at)}
            />
          ))}
          <button
            ref={add}
            type="button"
            className="button button-small add-row"
            onClick={() => onChange({ criteria: [...criteria, { field: '', operator: 'lte', value: '' }] })}
          >
            <PlusIcon />
            Add a criterion
          </button>
          <p className="hint">
            Rows without a value say nothing. The further a tile lies beyond a threshold, the better it ranks. Lists and
            ranges are written with commas.
          </p>
        </>
      ) : (
        <div className="field">
          <label htmlFor={`${id}-json`}>Criteria as JSON</label>
          <textarea
            id={`${id}-json`}
            className="input mono"
            rows={6}
            spellCheck={false}
            value={queryText}
            aria-describedby={`${id}-stuck`}
            onChange={({ currentTarget }) => {
              setIsStuck(false);
              onChange({ queryText: currentTarget.value });
            }}
          />
          <p id={`${id}-stuck`} className="field-problem" role="alert">
            {isStuck &&
              'This is no JSON, or says more than rows can, so it stays here. Empty it to begin anew with rows.'}
          </p>
        </div>
      )}
    </section>
  );
}

/** Null where the JSON is broken, or says more than rows can. */
function rowsOf(text: string): readonly Criterion[] | null {
  try {
    const rows = criteriaOf(JSON.parse(text === '' ? '{}' : text) as Readonly<Record<string, unknown>>);
    return rows?.length === 0 ? usualCriteria : rows;
  } catch {
    return null;
  }
}
