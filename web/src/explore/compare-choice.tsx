import { type FormEvent, useId } from 'react';
import { formText } from '../ui/form-text.ts';
import { compare } from './change-state.ts';
import type { FoundItem } from './found-item.ts';
import { whenText } from './item-facts.ts';

type CompareChoiceProps = { readonly item: FoundItem; readonly rivals: readonly FoundItem[] };

/** Another picture of the same place, to be laid beside this one. */
export function CompareChoice({ item, rivals }: CompareChoiceProps) {
  const id = useId();
  if (rivals.length === 0) return null;

  function begin(event: FormEvent<HTMLFormElement>): void {
    const other = formText(event)('other');
    if (other !== '') compare(item.key, other);
  }

  return (
    <form className="compare-choice" onSubmit={begin}>
      <div className="field">
        <label htmlFor={id}>Compare with another date of this place</label>
        <select id={id} name="other" className="input">
          {rivals.map((rival) => (
            <option key={rival.key} value={rival.key}>
              {`${whenText(rival)}, ${rival.title}`}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button">
        Compare
      </button>
    </form>
  );
}
