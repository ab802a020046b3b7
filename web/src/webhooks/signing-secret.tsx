import { maskSecret } from '@swath/client';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { takeLostFocus } from '../ui/take-lost-focus.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useRotateSecret, useSecret } from './use-webhooks.ts';

export function SigningSecret() {
  const [isWanted, setIsWanted] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const secret = useSecret(isWanted);
  const rotation = useRotateSecret();

  function rotate(): void {
    setIsAsking(false);
    // Not read meanwhile: the old secret could come behind the new one.
    rotation.mutate(undefined, { onSuccess: () => setIsWanted(true) });
  }

  return (
    <section className="panel" aria-labelledby="secret-title">
      <h2 id="secret-title">Signing secret</h2>
      <p>With it a receiver checks that a message is from this service.</p>
      {secret.error && <ErrorNotice error={secret.error} onRetry={() => void secret.refetch()} />}
      {rotation.error && <ErrorNotice error={rotation.error} />}
      {rotation.data && <p role="status">A new secret signs now; the one before signs beside it for a day.</p>}
      {secret.data && (
        <div className="new-key" tabIndex={-1} ref={takeLostFocus}>
          <code>{maskSecret(secret.data)}</code>
          <CopyButton text={secret.data} what="signing secret" />
        </div>
      )}
      <div className="page-actions">
        {!secret.data && (
          <button type="button" className="button" onClick={() => setIsWanted(true)}>
            Show the secret
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-disabled={rotation.isPending}
          onClick={() => rotation.isPending || setIsAsking(true)}
        >
          {rotation.isPending ? 'Making it…' : 'Make a new one'}
        </button>
      </div>
      <Dialog isOpen={isAsking} title="Make a new secret?" onClose={() => setIsAsking(false)}>
        <p>Messages carry both signatures for 24 hours: give the new secret to your receivers in that time.</p>
        <div className="form-actions">
          <button type="button" className="button" onClick={() => setIsAsking(false)}>
            Keep the old one
          </button>
          <button type="button" className="button button-primary" onClick={rotate}>
            Make a new secret
          </button>
        </div>
      </Dialog>
    </section>
  );
}
