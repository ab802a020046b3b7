import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countText } from '../ui/figures.ts';
import { TextField } from '../ui/text-field.tsx';
import { namedCollections } from './named-collections.ts';
import { mostCollections, useCollections } from './use-collections.ts';
import '../styles/choices.css';

type CollectionChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

/** More than these are looked through by words. */
const mostSeen = 12;

export function CollectionChoice({ chosen, onChange }: CollectionChoiceProps) {
  const known = useCollections();
  const [words, setWords] = useState('');
  const { collections = [], hasMore = false } = known.data ?? {};
  const named = namedCollections(collections, chosen, words);
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="choice-list">
      <legend>
        Collections <span className="optional">none chosen means all</span>
      </legend>
      {known.isPending && <p role="status">Loading the collections…</p>}
      {known.error && <ErrorNotice error={known.error} onRetry={() => void known.refetch()} />}
      {collections.length > mostSeen && (
        <div className="choice-find">
          <TextField
            label="Find a collection"
            type="search"
            autoComplete="off"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            // The form around it is not meant.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <p role="status" className="hint">
            {words.trim() !== '' && `${countText(named.length)} of ${countText(collections.length)}`}
            {hasMore && ` These are the first ${countText(mostCollections)}.`}
          </p>
        </div>
      )}
      <div className="choice-scroll">
        {named.map(({ id, title }) => (
          <label key={id} className="choice">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span>
              {title}
              {title !== id && <span className="choice-note">{id}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
