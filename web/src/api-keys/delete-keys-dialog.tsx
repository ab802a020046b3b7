import type { ApiKey } from '@swath/client';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { focusTitle } from '../ui/page.tsx';
import { keyName } from './key-name.ts';
import { useDeleteKeys } from './use-keys.ts';

type DeleteKeysDialogProps = { readonly keys: readonly ApiKey[]; readonly onClose: () => void };

export function DeleteKeysDialog({ keys, onClose }: DeleteKeysDialogProps) {
  const deletion = useDeleteKeys();
  const [first, ...others] = keys;
  const isOne = others.length === 0;

  function close(): void {
    onClose();
    deletion.reset();
  }

  function confirm(): void {
    if (deletion.isPending) return;
    deletion.mutate(keys, {
      onSuccess: () => {
        close();
        focusTitle();
      },
    });
  }

  return (
    <Dialog
      isOpen={first !== undefined}
      title={isOne ? 'Delete this key?' : `Delete ${keys.length} keys?`}
      onClose={close}
    >
      <div className="form">
        {deletion.error && <ErrorNotice error={deletion.error} />}
        <ul className="doomed">
          {keys.map((key) => (
            <li key={key.id}>{keyName(key)}</li>
          ))}
        </ul>
        <p>
          {isOne ? 'Programs that use it' : 'Programs that use them'} get <code>401 Unauthorized</code> from this moment
          on. It cannot be undone.
        </p>
        <div className="form-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="button" className="button button-danger" aria-disabled={deletion.isPending} onClick={confirm}>
            {deletion.isPending ? 'Deleting…' : isOne ? 'Delete key' : `Delete ${keys.length} keys`}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
