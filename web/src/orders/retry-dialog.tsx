import { type FormEvent, useState } from 'react';
import { AccessFields, type Access } from '../order-form/access-fields.tsx';
import { accessMembers } from '../order-form/output-config.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { focusTitle } from '../ui/page.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { ordersApi } from './api.ts';
import { useChangeOrder } from './use-orders.ts';
import '../styles/order-form.css';

type RetryDialogProps = {
  readonly id: string;
  /** Why it could not be tried again without them. */
  readonly refusal: unknown;
  readonly onClose: () => void;
};

const noAccess: Access = { access: 'keys', roleArn: '', accessKeyId: '', secretAccessKey: '', sessionToken: '' };

/** Asks for what the service has forgotten. */
export function RetryDialog({ id, refusal, onClose }: RetryDialogProps) {
  const [place, setPlace] = useState(noAccess);
  const retrying = useChangeOrder(id, (order, access: Access) =>
    ordersApi.retry(order, { output_config: accessMembers(access) }),
  );

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (retrying.isPending) return;
    retrying.mutate(place, {
      onSuccess: () => {
        onClose();
        focusTitle();
      },
    });
  }

  return (
    <Dialog isOpen title="Try failed tiles again" onClose={onClose}>
      <form className="form order-form" method="post" onSubmit={submit}>
        <p>Keys of a bucket, and roles, are forgotten when an order ends: give them again.</p>
        <ErrorNotice error={retrying.error ?? refusal} />
        <AccessFields place={place} onChange={setPlace} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Try again" busyLabel="Trying again…" isBusy={retrying.isPending} />
        </div>
      </form>
    </Dialog>
  );
}
