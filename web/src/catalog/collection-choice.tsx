import { ErrorNotice } from '../ui/error-notice.tsx';
import { useCollections } from './use-collections.ts';
import '../styles/choices.css';

type CollectionChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

export function CollectionChoice({ chosen, onChange }: CollectionChoiceProps) {
  const known = useCollections();
  const listed = (known.data ?? []).map(({ id, title }) => ({ id, title: title ?? id }));
  // An address may name one that the list does not reach.
  const others = chosen.filter((id) => !listed.some((each) => each.id === id)).map((id) => ({ id, title: id }));
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="choice-list">
      <legend>
        Collections <span className="optional">none chosen means all</span>
      </legend>
      {known.isPending && <p role="status">Loading the collections…</p>}
      {known.error && <ErrorNotice error={known.error} onRetry={() => void known.refetch()} />}
      <div className="choice-scroll">
        {[...others, ...listed].map(({ id, title }) => (
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
