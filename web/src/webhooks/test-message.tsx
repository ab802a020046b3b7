import type { FormEvent } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTestMessage } from './use-webhooks.ts';

export function TestMessage() {
  const test = useTestMessage();

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (!test.isPending) test.mutate(field('url').trim());
  }

  return (
    <form className="panel form" method="post" onSubmit={submit} aria-labelledby="test-title">
      <h2 id="test-title">Try a receiver</h2>
      {test.error && <ErrorNotice error={test.error} />}
      {test.data && (
        <Notice
          kind={test.data.delivered ? 'success' : 'error'}
          title={test.data.delivered ? 'It was taken' : 'It was not taken'}
        >
          <p>
            {test.data.error ?? `Answered ${test.data.status}`} after {test.data.took_ms} ms.
          </p>
        </Notice>
      )}
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        placeholder="https://example.com/hook"
        autoComplete="off"
      />
      <div className="form-actions">
        <SubmitButton label="Send a test message" busyLabel="Sending…" isBusy={test.isPending} />
      </div>
    </form>
  );
}
