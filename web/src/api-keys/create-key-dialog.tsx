import { Dialog } from '../ui/dialog.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { NewKey } from './new-key.tsx';
import { useCreateKey } from './use-keys.ts';

type CreateKeyDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

/** Closing keeps what was typed for the next time; a key that was made is shown once and then cleared. */
export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  const creation = useCreateKey();

  function close(): void {
    onClose();
    creation.reset();
  }

  return (
    <Dialog isOpen={isOpen} title={creation.data ? 'Your new key' : 'Create an API key'} onClose={close}>
      {creation.data ? (
        <NewKey apiKey={creation.data} onDone={close} />
      ) : (
        <CreateKeyForm creation={creation} onCancel={close} />
      )}
    </Dialog>
  );
}
