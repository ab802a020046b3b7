import { useId } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { changeState } from './change-state.ts';
import { type Sort, sorts } from './state.ts';
import { useDraft } from '../ui/use-draft.ts';

type SearchBoxProps = { readonly q: string; readonly sort: Sort };

const sortWords: Readonly<Record<Sort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  clearest: 'Least cloud first',
};

export function SearchBox({ q, sort }: SearchBoxProps) {
  const id = useId();
  const [draft, setDraft] = useDraft(q, (text) => changeState({ q: text }), { pauseMs: 400 });
  return (
    <search className="search-box">
      <TextField
        label="Search words"
        type="search"
        placeholder="Title, keywords"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="field">
        <label htmlFor={id}>Order</label>
        <select
          id={id}
          className="input"
          value={sort}
          onChange={({ target: { value } }) => changeState({ sort: sorts.find((each) => each === value) ?? 'newest' })}
        >
          {sorts.map((each) => (
            <option key={each} value={each}>
              {sortWords[each]}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
