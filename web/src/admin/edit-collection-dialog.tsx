import type { Collection } from '@swath/client';
import type { FormEvent } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useChangeCollection } from './use-collections.ts';

type EditCollectionDialogProps = { readonly collection: Collection; readonly onClose: () => void };

export function EditCollectionDialog({ collection, onClose }: EditCollectionDialogProps) {
  const change = useChangeCollection(collection.id);

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (change.isPending) return;
    const [title, description] = [field('title').trim(), field('description').trim()];
    // Only what is another than before: somebody else may have changed the rest meanwhile. Null takes a title away.
    const patch = {
      ...(title !== (collection.title ?? '').trim() && { title: title || null }),
      ...(description !== collection.description.trim() && { description }),
    };
    if (Object.keys(patch).length === 0) onClose();
    else change.mutate(patch, { onSuccess: onClose });
  }

  return (
    <Dialog isOpen title={`Edit ${collection.id}`} onClose={onClose}>
      <form className="form" method="post" onSubmit={submit}>
        {change.error && <ErrorNotice error={change.error} />}
        <TextField label="Title" name="title" isOptional autoComplete="off" defaultValue={collection.title ?? ''} />
        <TextArea label="Description" name="description" required rows={6} defaultValue={collection.description} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Save" busyLabel="Saving…" isBusy={change.isPending} />
        </div>
      </form>
    </Dialog>
  );
}
