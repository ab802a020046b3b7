import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useOnceChosen } from '../ui/use-once-chosen.ts';
import { CollectionFind, mostSeen } from './collection-find.tsx';
import { namedCollections } from './named-collections.ts';
import { useCollections } from './use-collections.ts';
import '../styles/choices.css';

type CollectionChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

export function CollectionChoice({ chosen, onChange }: CollectionChoiceProps) {
  const known = useCollections();
  const [words, setWords] = useState('');
  const { collections = [], hasMore = false } = known.data ?? {};
  const named = namedCollections(collections, useOnceChosen(chosen, words), words);
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="choice-list">
      <legend>
        Collections <span className="optional">none chosen means all</span>
      </legend>
      {known.isPending && <p role="status">Loading the collections…</p>}
      {known.error && <ErrorNotice error={known.error} onRetry={() => void known.refetch()} />}
      {collections.length > mostSeen && (
        <CollectionFind
          words={words}
          onWords={setWords}
          found={named.length}
          total={collections.length}
          hasMore={hasMore}
        />
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
