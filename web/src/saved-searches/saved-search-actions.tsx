import type { SavedSearch } from '@swath/client';
import { useState } from 'react';
import { navigate } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { useChangeSearch, useDeleteSearch } from './use-saved-searches.ts';

type SavedSearchActionsProps = { readonly saved: SavedSearch; readonly onEdit: () => void };

export function SavedSearchActions({ saved, onEdit }: SavedSearchActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeSearch(saved.id);
  const removal = useDeleteSearch(saved.id);
  const pause = () => change.isPending || change.mutate({ paused: !saved.paused });
  const remove = () => removal.mutate(undefined, { onSuccess: () => navigate('/app/saved-searches') });
  return (
    <div className="page-actions">
      <button type="button" className="button" aria-disabled={change.isPending} onClick={pause}>
        {saved.paused ? 'Resume' : 'Pause'}
      </button>
      <button type="button" className="button" onClick={onEdit}>
        Edit
      </button>
      <button type="button" className="button" onClick={() => setIsAsking(true)}>
        Delete
      </button>
      {change.error && <ErrorNotice error={change.error} />}
      <QuestionDialog
        isOpen={isAsking}
        title={`Delete ${saved.name}?`}
        words={{ no: 'Keep it', yes: 'Delete', doing: 'Deleting…' }}
        change={removal}
        onYes={remove}
        onClose={() => setIsAsking(false)}
      >
        <p>Its log goes with it, and what it has not told yet. What it selected and ordered stays.</p>
      </QuestionDialog>
    </div>
  );
}
