import type { Collection, OrganizationEntry } from '@swath/client';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf } from '../ui/figures.ts';
import { focusTitle } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { namedBy } from './collection-texts.ts';
import { useDeleteCollection } from './use-collections.ts';

type DeleteCollectionDialogProps = {
  readonly collection: Collection;
  /** Null where nobody has counted them. */
  readonly items: number | null;
  readonly organizations: readonly OrganizationEntry[];
  readonly onClose: () => void;
};

/** Only whoever types the id deletes it. */
export function DeleteCollectionDialog({ collection, items, organizations, onClose }: DeleteCollectionDialogProps) {
  const removal = useDeleteCollection();
  const [typed, setTyped] = useState('');
  const isSure = typed.trim() === collection.id;
  const granted = namedBy(collection.id, organizations);

  function deleted(): void {
    onClose();
    // The button that asked goes with the collection.
    focusTitle();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isSure && !removal.isPending) removal.mutate(collection.id, { onSuccess: deleted });
  }

  return (
    <Dialog isOpen title={`Delete ${collection.id}?`} onClose={onClose}>
      <form className="form doomed-collection" method="post" onSubmit={submit}>
        {removal.error && <ErrorNotice error={removal.error} />}
        <ul className="plain-list">
          <li>
            <strong>{items === null ? 'All its items' : countOf(items, 'item')}</strong> and the collection itself go
            for good.
          </li>
          <li>Imagery stays where it lies, and so does what was ordered of it.</li>
          {granted.length > 0 && (
            <li>{countOf(granted.length, 'organization')} may see it by name: that name then means nothing.</li>
          )}
        </ul>
        <TextField
          label={`Type ${collection.id} to delete it`}
          name="confirmation"
          value={typed}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" className="button button-danger" aria-disabled={!isSure || removal.isPending}>
            {removal.isPending ? 'Deleting…' : 'Delete'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
