import { ErrorNotice } from '../ui/error-notice.tsx';
import { changeState } from './change-state.ts';
import { useCollections } from './use-catalogue.ts';

type CollectionChoiceProps = { readonly chosen: readonly string[] };

export function CollectionChoice({ chosen }: CollectionChoiceProps) {
  const collections = useCollections();
  if (collections.error) return <ErrorNotice error={collections.error} onRetry={() => void collections.refetch()} />;
  const known = (collections.data ?? []).map(({ id, title }) => ({ id, title: title ?? id }));
  // One that is gone, or not to be seen, can still be taken away.
  const missing = chosen.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id, title: id }));
  const toggle = (id: string, isChosen: boolean) =>
    changeState({ collections: isChosen ? [...chosen, id] : chosen.filter((each) => each !== id) });
  return (
    <fieldset className="checks">
      <legend>Collections</legend>
      {[...known, ...missing].map(({ id, title }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={chosen.includes(id)} onChange={(event) => toggle(id, event.target.checked)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
