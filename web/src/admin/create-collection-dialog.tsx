import { type FormEvent, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { Segments } from '../ui/segments.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { newCollection, readDocument } from './new-collection.ts';
import { TextArea } from '../ui/text-area.tsx';
import { useCreateCollection } from './use-collections.ts';

type CreateCollectionDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

const ways = ['Form', 'JSON'] as const;
type Way = (typeof ways)[number];

/** Closing keeps what was typed. */
export function CreateCollectionDialog({ isOpen, onClose }: CreateCollectionDialogProps) {
  const creation = useCreateCollection();
  const [way, setWay] = useState<Way>('Form');
  const [isUnreadable, setIsUnreadable] = useState(false);

  function close(): void {
    onClose();
    creation.reset();
    setIsUnreadable(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    const form = event.currentTarget;
    const field = formText(event);
    if (creation.isPending) return;
    const document = way === 'Form' ? newCollection(field) : readDocument(field('document'));
    setIsUnreadable(document === null);
    const done = () => {
      form.reset();
      close();
    };
    if (document !== null) creation.mutate(document, { onSuccess: done });
  }

  return (
    <Dialog isOpen={isOpen} title="Create a collection" onClose={close}>
      <form className="form" method="post" onSubmit={submit}>
        <Segments legend="How" choices={ways} chosen={way} onChoose={setWay} />
        {isUnreadable && <Notice kind="error" title="That is no JSON object" />}
        {creation.error && <ErrorNotice error={creation.error} />}
        {/* Both stay, so that a look at the other one takes nothing away. */}
        <fieldset hidden={way !== 'Form'} disabled={way !== 'Form'}>
          <div className="form">
            <TextField
              label="Id"
              name="id"
              required
              autoComplete="off"
              hint="Stands in addresses; it stays for good."
            />
            <TextField label="Title" name="title" isOptional autoComplete="off" />
            <TextArea label="Description" name="description" isOptional rows={4} />
            <TextField label="Licence" name="license" isOptional autoComplete="off" placeholder="CC-BY-4.0" />
          </div>
        </fieldset>
        <fieldset hidden={way !== 'JSON'} disabled={way !== 'JSON'}>
          <TextArea label="STAC collection" name="document" isCode required rows={10} />
        </fieldset>
        <div className="form-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <SubmitButton label="Create" busyLabel="Creating…" isBusy={creation.isPending} />
        </div>
      </form>
    </Dialog>
  );
}
